import type { AppContext } from '../app-context.js';
import { NO_SUCH_PATH, type Problem, sendProblem } from '../present/problem.js';
import { routedMethods } from './routed-methods.js';

/** Answers what no route has answered: 405 with `Allow` for a path that has other methods, else 404 (decision 8). */
export function refuseUnmatched(ctx: AppContext): void {
  if (ctx.status !== 404 || ctx.body !== undefined) return;
  const methods = routedMethods(ctx).join(', ');
  sendProblem(ctx, methods === '' ? NO_SUCH_PATH : methodNotAllowed(methods));
}

function methodNotAllowed(methods: string): Problem {
  return {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: `This path takes ${methods}`,
    headers: { Allow: methods },
  };
}
