import cors from '@koa/cors';
import type { AppMiddleware } from '../app-context.js';

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
 * Headers that a page can send, in addition to those that browsers always allow; tracing sends some by itself.
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

/** The methods of endpoints; a method that a path does not take is 405 when it is sent. */
const METHODS = ['HEAD', 'GET', 'POST', 'PUT'];

/** Lets pages of the allowed origins call (CORS): an exact match, and no credentials, because scripts send the tokens. */
export function crossOrigin(allowed: readonly string[]): AppMiddleware {
  const origins = new Set(allowed);
  return cors({
    origin: (ctx) => (origins.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    allowMethods: METHODS.join(', '),
    allowHeaders: ACCEPTED.join(', '),
    exposeHeaders: EXPOSED.join(', '),
    maxAge: CORS_MAX_AGE_SECONDS,
  }) as AppMiddleware;
}
