import type { AppContext, AppMiddleware } from '../app-context.js';
import { routedMethods } from './routed-methods.js';

/** What a page may read besides what browsers always let it read. */
const EXPOSED = [
  'Allow',
  'ETag',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Audit-Entry',
  'X-Request-Id',
];

/** What a page may send besides what browsers always let it send; tracing sends some by itself (decision 11). */
const ACCEPTED = [
  'Authorization',
  'Content-Type',
  'If-None-Match',
  'X-Request-Id',
  'traceparent',
  'tracestate',
  'baggage',
  'X-Requested-With',
];

/** How long a browser may remember the answer to a preflight. */
const CORS_MAX_AGE_SECONDS = 600;

/**
 * Lets pages of the allowed origins call (CORS): an exact match, and no credentials, because tokens are sent by hand. A
 * preflight of one of them for a known path is 204; every other `OPTIONS` stays what it is without CORS.
 */
export function crossOrigin(allowed: readonly string[]): AppMiddleware {
  const origins = new Set(allowed);
  return async (ctx, next) => {
    ctx.vary('Origin');
    const origin = ctx.get('Origin');
    if (!origins.has(origin)) return next();
    ctx.set('Access-Control-Allow-Origin', origin);
    await next();
    if (isPreflight(ctx)) answerPreflight(ctx);
    else ctx.set('Access-Control-Expose-Headers', EXPOSED.join(', '));
  };
}

function isPreflight(ctx: AppContext): boolean {
  return ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '';
}

function answerPreflight(ctx: AppContext): void {
  const methods = routedMethods(ctx);
  if (methods.length === 0) return;
  ctx.set('Access-Control-Allow-Methods', methods.join(', '));
  ctx.set('Access-Control-Allow-Headers', ACCEPTED.join(', '));
  ctx.set('Access-Control-Max-Age', String(CORS_MAX_AGE_SECONDS));
  ctx.status = 204;
}
