import { randomUUID } from 'node:crypto';
import type { Logger } from '@ops-admin/core';
import type { AppMiddleware } from '../app-context.js';

/** What goes into a log line or the audit as it is, and breaks neither. */
const SAFE_ID = /^[\w.~+/=:@-]{1,128}$/;

/** Gives every request a name, told in `X-Request-Id`, and the log: the caller's own name for it, or a new one. */
export function requestScope(log: Logger): AppMiddleware {
  return (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    ctx.state.requestId = SAFE_ID.test(given) ? given : randomUUID();
    ctx.state.log = log;
    ctx.set('X-Request-Id', ctx.state.requestId);
    return next();
  };
}
