import type { AppMiddleware } from '../app-context.js';
import { type Problem, sendProblem } from '../present/problem.js';
import { whenAnswered } from '../when-answered.js';

const OVERLOADED: Problem = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'Too many requests are running; try again',
  headers: { 'Retry-After': '1' },
};

/**
 * Refuses requests while `limit` others run. A request runs until its work is done and its answer is taken: neither
 * clients that hang up nor those that do not read make room for more work than that. Those for health are none of them: a
 * service that has much to do is not one to be restarted.
 */
export function requestCap(limit: number): AppMiddleware {
  let running = 0;
  return async (ctx, next) => {
    if (ctx.path.startsWith('/health/')) return next();
    if (running >= limit) return sendProblem(ctx, OVERLOADED);
    running++;
    try {
      await next();
    } finally {
      whenAnswered(ctx.res, () => running--);
    }
  };
}
