import Router from '@koa/router';
import Koa, { type DefaultContext } from 'koa';
import type { AppState } from './app-context.js';
import type { AppServices } from './app-services.js';
import { errorBoundary } from './middleware/error-boundary.js';
import { requestScope } from './middleware/request-scope.js';
import { unmatched } from './middleware/unmatched.js';
import { departmentRoutes } from './routes/departments.js';
import { healthRoutes } from './routes/health.js';
import { locationRoutes } from './routes/locations.js';
import { permissionRoutes } from './routes/permissions.js';

/** The interface of record as a Koa app. */
export function createApp(services: AppServices): Koa<AppState, DefaultContext> {
  const router = new Router<AppState, DefaultContext>({ sensitive: true });
  healthRoutes(router, services);
  departmentRoutes(router, services);
  permissionRoutes(router, services);
  locationRoutes(router, services);

  const app = new Koa<AppState, DefaultContext>();
  app.use(requestScope(services.log));
  app.use(errorBoundary());
  app.use(unmatched());
  app.use(router.routes());
  // What goes wrong while an answer is written, such as a client that hangs up.
  app.on('error', (err) => services.log.warn({ err }, 'answer not delivered'));
  return app;
}
