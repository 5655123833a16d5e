import type { AppContext, AppMiddleware } from '../app-context.js';
import { routedMethods } from './routed-methods.js';

/** Headers that a page can read, in addition to those that browsers always allow. */
const EXPOSED = [
  'Allow',
  'ETag',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Audit-Entry',
  'X-Location-Precision',
  'X-Location-Source',
  'X-Next',
  'X-Request-Id',
];

/**
 * Headers that a page can send, in addition to those that browsers always allow; tracing sends some by itself (decision 11).
 */
const ACCEPTED = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'X-Request-Id',
  'traceparent',
  'tracestate',
  'baggage',
  'X-Requested-With',
];

/** How long a browser can cache the answer to a preflight. */
const CORS_MAX_AGE_SECONDS = 600;

/**
 * Lets pages of the allowed origins call (CORS): an exact match, and no credentials, because scripts send the tokens. A
 * preflight of such an origin for a known path is 204; every other `OPTIONS` is answered as without CORS.
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
