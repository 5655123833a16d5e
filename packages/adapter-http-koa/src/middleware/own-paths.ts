import type { AppMiddleware } from '../app-context.js';

/**
 * Keeps apart what an outer app's router left behind where ours is mounted in one: routes of its own would pass for
 * ours in the answer 405, in a preflight and in the log.
 */
export function ownPaths(): AppMiddleware {
  return async (ctx, next) => {
    const outer = { matched: ctx.matched, _matchedRoute: ctx._matchedRoute };
    Object.assign(ctx, { matched: undefined, _matchedRoute: undefined });
    try {
      await next();
    } finally {
      Object.assign(ctx, outer);
    }
  };
}
