import Router from '@koa/router';
import Koa, { type DefaultContext } from 'koa';
import type { AppMiddleware, AppState } from './app-context.js';
import type { AppServices } from './app-services.js';
import { BodyRoom } from './chain/body-room.js';
import { serveEndpoint } from './chain/serve-endpoint.js';
import type { Endpoint } from './endpoint.js';
import { ENDPOINTS } from './endpoints/endpoints.js';
import { answer } from './middleware/answer.js';
import { crossOrigin } from './middleware/cross-origin.js';
import { requestScope } from './middleware/request-scope.js';
import type { ProtectedResource } from './middleware/resource-metadata.js';
import { type AppPage, appPageRoutes } from './page/app-page.js';
import { pageRoutes } from './page/page-routes.js';
import { Readiness } from './readiness.js';
import { requestCap } from './server/request-cap.js';
import { TrailWatch } from './server/trail-watch.js';

/** The options of the app. */
export interface AppOptions {
  /** The origins whose pages can call, such as `https://ops.example.org`; none by default. */
  readonly allowedOrigins?: readonly string[];
  /** {@link ENDPOINTS} by default; add your own, or leave some out. */
  readonly endpoints?: readonly Endpoint[];
  /** Requests that can run at the same time, without those for health; 1,000 by default. */
  readonly maxRequests?: number;
  /** The page at `/`; none by default. */
  readonly page?: AppPage | undefined;
  /** Where clients get tokens, if an OAuth issuer gives them: named in refusals, and shown to anyone (RFC 9728). */
  readonly protectedResource?: ProtectedResource;
  /** The URL where clients reach the app, without a slash at the end: the description names it. */
  readonly publicUrl?: string | undefined;
  /** The version that the description names; that of this package by default. */
  readonly version?: string | undefined;
  /** The program withdraws it before it stops the service. */
  readonly readiness?: Readiness;
}

/**
 * The interface of record as a Koa app, with its description and a page to try it. It can be mounted in another app. Throws
 * if two endpoints have the same place or `operationId`: a bug of the program.
 */
export function createApp(
  services: AppServices,
  {
    allowedOrigins = [],
    endpoints = ENDPOINTS,
    maxRequests = 1_000,
    page,
    protectedResource,
    publicUrl,
    readiness = new Readiness(),
    version,
  }: AppOptions = {},
): Koa<AppState, DefaultContext> {
  assertDistinct(endpoints);
  const router = new Router<AppState, DefaultContext>({ sensitive: true });
  const trailWatch = new TrailWatch(services.auditLog, readiness);
  const handlerServices = {
    ...services,
    endpoints,
    page,
    protectedResource,
    publicUrl,
    readiness,
    trailWatch,
    version,
  };
  const bodies = new BodyRoom();
  /** Routes without parameters, which the router would look for among all others. */
  const fixed = new Map<string, AppMiddleware>();
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.alias ? [endpoint.alias] : [])]) {
      const route = path.replace(/\{(\w+)\}/g, ':$1');
      const serve = serveEndpoint(endpoint, route, handlerServices, bodies);
      router[endpoint.method](route, serve);
      if (!route.includes(':')) fixed.set(`${endpoint.method.toUpperCase()} ${route}`, serve);
    }
  }
  pageRoutes(router);
  if (page) appPageRoutes(router, page, protectedResource?.issuer);

  const app = new Koa<AppState, DefaultContext>();
  app.use(requestScope(services.log, services.metrics));
  app.use(answer(readiness, protectedResource));
  if (allowedOrigins.length > 0) app.use(crossOrigin(allowedOrigins));
  app.use(requestCap(maxRequests, services.metrics));
  app.use((ctx, next) => fixed.get(`${ctx.method} ${ctx.path}`)?.(ctx, next) ?? next());
  app.use(router.routes());
  // The end, also of a mounted app: requests without a route are answered here, and not passed on to the outer app.
  app.use(() => {});
  // Errors while an answer is written, such as a client that hangs up.
  app.on('error', (err) => services.log.warn({ err }, 'answer not delivered'));
  return app;
}

/** The router would use the first of the two, and the description the last. */
function assertDistinct(endpoints: readonly Endpoint[]): void {
  const seen = new Set<string>();
  for (const { method, operationId, path } of endpoints) {
    for (const name of [operationId, `${method} ${path.replace(/\{\w+\}/g, '{}')}`]) {
      if (seen.has(name)) throw new Error(`there are two endpoints ${name}`);
      seen.add(name);
    }
  }
}
