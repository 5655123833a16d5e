import type { AppContext } from '../app-context.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with JSON text. Koa would write an object after all middleware, where this code cannot handle a failure. */
export function sendJson(ctx: AppContext, json: string | Buffer): void {
  // Before the body: Koa guesses a type if there is none.
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = json;
}
