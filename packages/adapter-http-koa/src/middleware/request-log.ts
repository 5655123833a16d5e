import type { AppContext } from '../app-context.js';
import { isHealth } from '../server/request-cap.js';

/** The header of the Trace Context recommendation of the W3C; anything else could hold a secret. */
const TRACE = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/**
 * Writes a line for each request: its id, who made it, which route took it, the status, the trace it belongs to, and the milliseconds it took. The
 * route is named instead of the path, because a path can hold an address. Health checks come every few seconds, so they are
 * logged at `debug`.
 */
export function logRequest(ctx: AppContext, milliseconds: number): void {
  const { caller, log, requestId, route } = ctx.state;
  const fields = {
    requestId,
    // Undefined values are left out of the line.
    user: caller?.userId,
    method: ctx.method,
    route,
    status: ctx.status,
    traceparent: TRACE.test(ctx.get('traceparent')) ? ctx.get('traceparent') : undefined,
    milliseconds: Math.round(milliseconds * 10) / 10,
  };
  if (route !== undefined && isHealth(route)) log.debug(fields, 'request');
  else log.info(fields, 'request');
}
