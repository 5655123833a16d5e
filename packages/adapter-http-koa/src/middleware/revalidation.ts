import type { AppMiddleware } from '../app-context.js';
import { entityTag, tagAnswer } from '../present/entity-tag.js';

interface Tagged {
  readonly text: string;
  readonly tag: string;
}

/**
 * Tags what a read answers, and answers 304 to who has it already. It stands behind the checks of token and rights, and
 * caches have to ask every time, so that a right that is gone hides the answer. A body that is the very same object as
 * before is not written out again.
 */
export function revalidation(): AppMiddleware {
  const known = new WeakMap<object, Tagged>();
  return async (ctx, next) => {
    await next();
    if (ctx.status !== 200) return;
    const body = ctx.body as object;
    let tagged = known.get(body);
    if (!tagged) {
      const text = JSON.stringify(body);
      tagged = { text, tag: entityTag(text) };
      known.set(body, tagged);
    }
    // Koa has set the type.
    ctx.body = tagged.text;
    ctx.set('Cache-Control', 'private, no-cache');
    tagAnswer(ctx, tagged.tag);
  };
}
