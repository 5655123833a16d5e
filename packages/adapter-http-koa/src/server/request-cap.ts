import type { AppMiddleware } from '../app-context.js';
import { type DescribedProblem, sendProblem } from '../problem.js';
import { whenAnswered } from './when-answered.js';

/** Of every endpoint but those of health. */
export const OVERLOADED: DescribedProblem = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'Too many requests are running; try again',
  when: 'Too many requests are running.',
  headers: { 'Retry-After': '1' },
};

/** Whether a path is one of health, which is asked for every few seconds whatever else is going on. */
export function isHealth(path: string): boolean {
  return path.startsWith('/health/');
}

/**
 * Refuses requests while `limit` others run. A request runs until its work is done and its answer is taken: neither
 * clients that hang up nor those that do not read make room for more work than that. Those for health are none of them: a
 * service that has much to do is not one to be restarted.
 */
export function requestCap(limit: number): AppMiddleware {
  let running = 0;
  return async (ctx, next) => {
    if (isHealth(ctx.path)) return next();
    if (running >= limit) return sendProblem(ctx, OVERLOADED);
    running++;
    try {
      await next();
    } finally {
      whenAnswered(ctx.res, () => running--);
    }
  };
}
