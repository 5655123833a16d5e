import type { Metrics } from '@ops-admin/core';
import type { AppMiddleware } from '../app-context.js';
import { type DescribedProblem, sendProblem } from '../problem.js';

/** For every endpoint except health. */
export const OVERLOADED: DescribedProblem = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'Too many requests are running; try again',
  when: 'Too many requests are running.',
  headers: { 'Retry-After': '1' },
  refusal: 'overloaded',
};

/** Whether a path is one of health, which is requested every few seconds in any case. */
export function isHealth(path: string): boolean {
  return path.startsWith('/health/');
}

/**
 * Refuses requests while `limit` others run. A request runs until its answer is ready to be sent. Requests for health do not count: a busy
 * service must not be restarted.
 */
export function requestCap(limit: number, metrics: Metrics | undefined): AppMiddleware {
  let running = 0;
  metrics?.watchLevel('requests-running', () => running);
  return async (ctx, next) => {
    if (isHealth(ctx.path)) return next();
    if (running >= limit) return sendProblem(ctx, OVERLOADED);
    running++;
    let counts = true;
    ctx.state.leaveCap = () => {
      if (counts) running--;
      counts = false;
    };
    try {
      await next();
    } finally {
      ctx.state.leaveCap();
    }
  };
}
