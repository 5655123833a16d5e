import Router from '@koa/router';
import Koa, { type DefaultContext } from 'koa';
import type { AppState } from './app-context.js';
import type { AppServices } from './app-services.js';
import { compression } from './middleware/compression.js';
import { crossOrigin } from './middleware/cross-origin.js';
import { errorBoundary } from './middleware/error-boundary.js';
import { requestLog } from './middleware/request-log.js';
import { requestScope } from './middleware/request-scope.js';
import { securityHeaders } from './middleware/security-headers.js';
import { unmatched } from './middleware/unmatched.js';
import { departmentRoutes } from './routes/departments.js';
import { descriptionRoutes } from './routes/description.js';
import { healthRoutes } from './routes/health.js';
import { locationRoutes } from './routes/locations.js';
import { pageRoutes } from './routes/page.js';
import { permissionRoutes } from './routes/permissions.js';

export interface AppOptions {
  /** The origins whose pages may call, such as `https://ops.example.org`; none by default. */
  readonly allowedOrigins?: readonly string[];
}

/** The interface of record as a Koa app, with its description and a page to try it. */
export function createApp(
  services: AppServices,
  { allowedOrigins = [] }: AppOptions = {},
): Koa<AppState, DefaultContext> {
  const router = new Router<AppState, DefaultContext>({ sensitive: true });
  healthRoutes(router, services);
  departmentRoutes(router, services);
  permissionRoutes(router, services);
  locationRoutes(router, services);
  descriptionRoutes(router);
  pageRoutes(router);

  const app = new Koa<AppState, DefaultContext>();
  app.use(requestScope(services.log));
  app.use(requestLog());
  app.use(securityHeaders());
  app.use(compression());
  app.use(errorBoundary());
  app.use(unmatched());
  app.use(crossOrigin(allowedOrigins));
  app.use(router.routes());
  // What goes wrong while an answer is written, such as a client that hangs up.
  app.on('error', (err) => services.log.warn({ err }, 'answer not delivered'));
  return app;
}
