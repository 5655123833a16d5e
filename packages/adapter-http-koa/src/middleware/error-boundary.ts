import { Readable } from 'node:stream';
import type { AppContext, AppMiddleware } from '../app-context.js';
import { sendProblem } from '../present/problem.js';

/** Writes the answer as JSON, and turns a bug on the way into a 500 and a log line. */
export function errorBoundary(): AppMiddleware {
  return async (ctx, next) => {
    try {
      await next();
      writeJson(ctx);
    } catch (err) {
      sendProblem(ctx, { event: 'unexpected failure', fields: { err } });
      writeJson(ctx);
    }
  };
}

/** Koa would do it after every middleware, where a failure is out of our hands. Leaves text, files and no body alone. */
function writeJson(ctx: AppContext): void {
  const { body } = ctx;
  if (typeof body !== 'object' || body === null || body instanceof Readable) return;
  const text = JSON.stringify(body);
  ctx.type = 'json';
  ctx.body = text;
}
