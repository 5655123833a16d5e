import { setImmediate } from 'node:timers/promises';
import type { AppContext, AppMiddleware } from '../app-context.js';
import { methodNotAllowed, NO_SUCH_PATH, sendProblem } from '../problem.js';
import type { Readiness } from '../readiness.js';
import { drainUnread } from '../server/drain-unread.js';
import { endOfTurn } from '../server/end-of-turn.js';
import { compress } from './compression.js';
import { nameMetadata, type ProtectedResource } from './resource-metadata.js';
import { routedMethods } from './routed-methods.js';
import { SECURITY_HEADERS } from './security-headers.js';

const HEADERS = [...Object.entries(SECURITY_HEADERS), ['Vary', 'Accept-Encoding']] as const;

/**
 * Gives every answer its common parts: the security headers, which a route can loosen; JSON for a body; 404 or 405 if no route took
 * the request; 500 and a log line for a bug; where tokens come from in a challenge; compression. It closes its connection if the
 * body was not read to its end, and once the service is about to stop: the next request goes elsewhere.
 *
 * One middleware for all of them, because each costs as much as a small step of the work.
 */
export function answer(
  readiness: Readiness,
  protectedResource: ProtectedResource | undefined,
): AppMiddleware {
  return async (ctx, next) => {
    for (const [name, value] of HEADERS) ctx.res.setHeader(name, value);
    try {
      await next();
      refuseUnmatched(ctx);
    } catch (err) {
      sendProblem(ctx, { event: 'unexpected failure', fields: { err } });
    }
    if (protectedResource && (ctx.status === 401 || ctx.status === 403)) nameMetadata(ctx, protectedResource);
    const compressed = compress(ctx);
    if (compressed) await compressed;
    if (ctx.state.isRead) await endOfTurn();
    // A body that came with its headers is read in this turn.
    if (!ctx.req.complete) await setImmediate();
    if (readiness.isWithdrawn || !ctx.req.complete) ctx.set('Connection', 'close');
    if (!ctx.req.complete) answerAndDrain(ctx);
  };
}

/** Answers in place of Koa, which would end the answer, and with it the connection, while the client is still sending. */
function answerAndDrain(ctx: AppContext): void {
  const { body, method, res } = ctx;
  if (res.headersSent || method === 'HEAD' || (typeof body !== 'string' && !(body instanceof Buffer))) return;
  ctx.respond = false;
  drainUnread(res, body);
}

/** Answers what no route has answered: 405 with `Allow` for a path that has other methods, otherwise 404. */
function refuseUnmatched(ctx: AppContext): void {
  if (ctx.status !== 404 || ctx.body !== undefined) return;
  const methods = routedMethods(ctx).join(', ');
  sendProblem(ctx, methods === '' ? NO_SUCH_PATH : methodNotAllowed(methods));
}
