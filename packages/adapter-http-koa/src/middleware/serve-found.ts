import type { AppContext } from '../app-context.js';

/** Has a request answered by what was found at its path. */
export function serveFound(ctx: AppContext): Promise<void> | void {
  const { found } = ctx.state;
  if (!found?.serve) return;
  ctx.state.route = found.route;
  return found.serve(ctx, found.segments);
}
