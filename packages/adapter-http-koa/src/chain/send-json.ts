import type { AppContext } from '../app-context.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with JSON that is written out. Koa would write an object after every middleware, where a failure is out of our hands. */
export function sendJson(ctx: AppContext, json: string | Buffer): void {
  // Before the body: Koa looks for a type of its own where there is none.
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = json;
}
