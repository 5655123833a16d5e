import { randomUUID } from 'node:crypto';
import type { Logger, Metrics } from '@ops-admin/core';
import type { AppMiddleware } from '../app-context.js';
import { logRequest } from './request-log.js';
import { countRequest } from './request-metrics.js';

/** Names that are safe in a log line and in the audit log. */
const SAFE_ID = /^[\w.~+/=:@-]{1,128}$/;

/**
 * Comes first: gives a request its id, the caller's own or a new one, and sends it back in `X-Request-Id`. Reports the
 * outcome to the log and the metrics.
 *
 * If this app is mounted in another app, it also hides what a router of that app has left: its routes would otherwise show
 * in the answer 405, in a preflight and in the log.
 */
export function requestScope(log: Logger, metrics: Metrics | undefined): AppMiddleware {
  return async (ctx, next) => {
    const started = performance.now();
    const { matched } = ctx;
    ctx.matched = undefined;
    const given = ctx.get('X-Request-Id');
    ctx.state.requestId = SAFE_ID.test(given) ? given : randomUUID();
    ctx.state.log = log;
    ctx.state.route = undefined;
    ctx.set('X-Request-Id', ctx.state.requestId);
    // What Koa answers to an error that nothing caught.
    let status = 500;
    try {
      await next();
      status = ctx.status;
      logRequest(ctx, performance.now() - started);
    } finally {
      if (metrics) countRequest(metrics, ctx, status, performance.now() - started - (ctx.state.heldFor ?? 0));
      ctx.matched = matched;
    }
  };
}
