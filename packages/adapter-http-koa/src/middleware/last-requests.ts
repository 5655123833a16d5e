import type { AppMiddleware } from '../app-context.js';
import type { Readiness } from '../readiness.js';

/** Once the service is about to stop, every answer is the last on its connection: the next request goes elsewhere. */
export function lastRequests(readiness: Readiness): AppMiddleware {
  return async (ctx, next) => {
    await next();
    if (readiness.isWithdrawn) ctx.set('Connection', 'close');
  };
}
