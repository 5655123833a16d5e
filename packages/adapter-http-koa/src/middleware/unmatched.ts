import type { AppMiddleware } from '../app-context.js';
import { type Problem, sendProblem } from '../present/problem.js';

/** Answers what no route has answered: 405 with `Allow` for a path that has other methods, else 404 (decision 8). */
export function unmatched(): AppMiddleware {
  return async (ctx, next) => {
    await next();
    if (ctx.status !== 404 || ctx.body !== undefined) return;
    // The router leaves every layer whose path fits, whatever its method.
    const layers = (ctx.matched ?? []) as readonly { readonly methods: readonly string[] }[];
    const methods = [...new Set(layers.flatMap((layer) => layer.methods))].join(', ');
    sendProblem(ctx, methods === '' ? NO_SUCH_PATH : methodNotAllowed(methods));
  };
}

const NO_SUCH_PATH: Problem = { status: 404, code: 'NOT_FOUND', message: 'There is nothing at this path' };

function methodNotAllowed(methods: string): Problem {
  return {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: `This path takes ${methods}`,
    headers: { Allow: methods },
  };
}
