import { randomUUID } from 'node:crypto';
import type { Logger } from '@ops-admin/core';
import type { AppMiddleware } from '../app-context.js';

/** Gives every request a name, told in `X-Request-Id`, and the log. */
export function requestScope(log: Logger): AppMiddleware {
  return (ctx, next) => {
    ctx.state.requestId = randomUUID();
    ctx.state.log = log;
    ctx.set('X-Request-Id', ctx.state.requestId);
    return next();
  };
}
