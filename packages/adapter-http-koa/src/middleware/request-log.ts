import type { AppContext, AppMiddleware } from '../app-context.js';

/**
 * Writes a line a request: its name, who made it, which route took it, how it ended, and how many milliseconds that took.
 * The route stands for the path, because a path may hold an address. Health is asked for every few seconds, so that it
 * is told at `debug`.
 */
export function requestLog(): AppMiddleware {
  return async (ctx, next) => {
    const started = performance.now();
    await next();
    const { caller, log, requestId } = ctx.state;
    const route = routeOf(ctx);
    const fields = {
      requestId,
      ...(caller && { user: caller.userId }),
      method: ctx.method,
      ...(route !== undefined && { route }),
      status: ctx.status,
      milliseconds: Math.round((performance.now() - started) * 10) / 10,
    };
    if (route?.startsWith('/health/')) log.debug(fields, 'request');
    else log.info(fields, 'request');
  };
}

/** The pattern of the route that took the request, such as `/geo-locations/address/:address`. */
function routeOf(ctx: AppContext): string | undefined {
  const { _matchedRoute: matched } = ctx as { readonly _matchedRoute?: unknown };
  return typeof matched === 'string' ? matched : undefined;
}
