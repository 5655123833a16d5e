import { randomUUID } from 'node:crypto';
import type { Logger, Metrics } from '@ops-admin/core';
import type { AppMiddleware } from '../app-context.js';
import { logRequest } from './request-log.js';
import { countRequest } from './request-metrics.js';

/** What goes into a log line or the audit as it is, and breaks neither. */
const SAFE_ID = /^[\w.~+/=:@-]{1,128}$/;

/**
 * Comes before everything else: gives a request its name, the caller's own or a new one, and sends it back in
 * `X-Request-Id`. Reports what became of the request to the log and the metrics.
 *
 * Where ours is mounted in another app, it also keeps apart what a router of that app has left: its routes would
 * pass for ours in the answer 405, in a preflight and in the log.
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
    // What Koa answers where something goes wrong that nobody caught.
    let status = 500;
    try {
      await next();
      status = ctx.status;
      logRequest(ctx, performance.now() - started);
    } finally {
      if (metrics) countRequest(metrics, ctx, status, performance.now() - started);
      ctx.matched = matched;
    }
  };
}
