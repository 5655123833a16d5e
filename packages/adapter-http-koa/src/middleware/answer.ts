import { Readable } from 'node:stream';
import type { AppContext, AppMiddleware } from '../app-context.js';
import { methodNotAllowed, NO_SUCH_PATH, sendProblem } from '../problem.js';
import type { Readiness } from '../readiness.js';
import { restOfBody } from '../server/rest-of-body.js';
import { compress } from './compression.js';
import { routedMethods } from './routed-methods.js';
import { SECURITY_HEADERS } from './security-headers.js';

const HEADERS = [...Object.entries(SECURITY_HEADERS), ['Vary', 'Accept-Encoding']] as const;

/**
 * What every answer has, whichever route gave it: the security headers, which a route may loosen, JSON for a body, 404
 * or 405 where no route took the request, 500 and a log line for a bug, compression. Once the service is about to stop, it is the
 * last on its connection: the next request goes elsewhere. The last answer of a connection waits a moment for the rest of a
 * body that is still written.
 *
 * One middleware for all of them, because each costs as much as a small step of the work.
 */
export function answer(readiness: Readiness): AppMiddleware {
  return async (ctx, next) => {
    for (const [name, value] of HEADERS) ctx.res.setHeader(name, value);
    try {
      await next();
      refuseUnmatched(ctx);
      writeJson(ctx);
    } catch (err) {
      sendProblem(ctx, { event: 'unexpected failure', fields: { err } });
      writeJson(ctx);
    }
    const compressed = compress(ctx);
    if (compressed) await compressed;
    if (readiness.isWithdrawn) ctx.set('Connection', 'close');
    if (readiness.isWithdrawn || !ctx.res.shouldKeepAlive) await restOfBody(ctx.req);
  };
}

/** Answers what no route has answered: 405 with `Allow` for a path that has other methods, else 404 (decision 8). */
function refuseUnmatched(ctx: AppContext): void {
  if (ctx.status !== 404 || ctx.body !== undefined) return;
  const methods = routedMethods(ctx).join(', ');
  sendProblem(ctx, methods === '' ? NO_SUCH_PATH : methodNotAllowed(methods));
}

/** Koa would do it after every middleware, where a failure is out of our hands. Leaves text, files and no body alone. */
function writeJson(ctx: AppContext): void {
  const { body } = ctx;
  if (typeof body !== 'object' || body === null || body instanceof Readable) return;
  // Koa has set the type.
  ctx.body = JSON.stringify(body);
}
