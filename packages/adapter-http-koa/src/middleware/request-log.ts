import type { AppContext } from '../app-context.js';
import { isHealth } from '../server/request-cap.js';

/**
 * Writes a line a request: its name, who made it, which route took it, how it ended, and how many milliseconds that took.
 * The route is named instead of the path, because a path may hold an address. Health is asked for every few seconds, so
 * that it is logged at `debug`.
 */
export function logRequest(ctx: AppContext, milliseconds: number): void {
  const { caller, log, requestId, route } = ctx.state;
  const fields = {
    requestId,
    // What is undefined is left out of the line.
    user: caller?.userId,
    method: ctx.method,
    route,
    status: ctx.status,
    milliseconds: Math.round(milliseconds * 10) / 10,
  };
  if (route !== undefined && isHealth(route)) log.debug(fields, 'request');
  else log.info(fields, 'request');
}
