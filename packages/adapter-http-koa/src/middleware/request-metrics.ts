import type { AnsweredRequest, Metrics } from '@ops-admin/core';
import type { AppMiddleware } from '../app-context.js';
import { matchedRoute } from './matched-route.js';

/** What is told apart; a client may send any of the others that Node knows. */
const METHODS: ReadonlySet<string> = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/** What no route took, and what could not even be read. */
const UNREAD = { method: 'other', route: 'none', seconds: 0 } as const;

/** Counts each request as it is about to be answered; stands before everything else. */
export function requestMetrics(metrics: Metrics): AppMiddleware {
  return async (ctx, next) => {
    const started = performance.now();
    // What Koa answers where not even the error boundary could.
    let status = 500;
    try {
      await next();
      status = ctx.status;
    } finally {
      metrics.requestAnswered({
        method: METHODS.has(ctx.method) ? ctx.method : UNREAD.method,
        route: matchedRoute(ctx) ?? UNREAD.route,
        status,
        seconds: (performance.now() - started) / 1000,
      });
    }
  };
}

/** A request that was refused before the app saw it, so that nobody knows what it was and how long it took. */
export function refusedRequest(status: number): AnsweredRequest {
  return { ...UNREAD, status };
}
