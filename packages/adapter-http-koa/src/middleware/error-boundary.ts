import type { AppMiddleware } from '../app-context.js';
import { sendProblem } from '../present/problem.js';

/** Turns a bug into a 500 and a log line. */
export function errorBoundary(): AppMiddleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (err) {
      sendProblem(ctx, { event: 'unexpected failure', fields: { err } });
    }
  };
}
