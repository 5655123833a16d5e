import type { AppContext } from '../app-context.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with text, JSON if nothing else is said. Koa would write an object after all middleware, where this code cannot handle a failure. */
export function sendText(ctx: AppContext, text: string | Buffer, contentType: string = JSON_TYPE): void {
  // Before the body: Koa guesses a type if it is missing.
  ctx.set('Content-Type', contentType);
  ctx.body = text;
}
