import type { AppMiddleware } from '../app-context.js';
import { entityTag, tagAnswer } from '../present/entity-tag.js';

/**
 * Tags what a read answers, and answers 304 to who has it already. It stands behind the checks of token and rights, and
 * caches have to ask every time, so that a right that is gone hides the answer.
 */
export function revalidation(): AppMiddleware {
  return async (ctx, next) => {
    await next();
    if (ctx.status !== 200) return;
    const text = JSON.stringify(ctx.body);
    ctx.type = 'json';
    ctx.body = text;
    ctx.set('Cache-Control', 'private, no-cache');
    tagAnswer(ctx, entityTag(text));
  };
}
