import type { AppContext } from '../app-context.js';
import { methodNotAllowed, NO_SUCH_PATH, sendProblem } from '../problem.js';
import { routedMethods } from './routed-methods.js';

/** Answers what no route has answered: 405 with `Allow` for a path that has other methods, else 404 (decision 8). */
export function refuseUnmatched(ctx: AppContext): void {
  if (ctx.status !== 404 || ctx.body !== undefined) return;
  const methods = routedMethods(ctx).join(', ');
  sendProblem(ctx, methods === '' ? NO_SUCH_PATH : methodNotAllowed(methods));
}
