import { entityTag, tagAnswer } from '../present/entity-tag.js';
import type { AppRouter } from './app-router.js';

/** `GET /openapi.json`, without a token: the description of the interface, made when it is first asked for. */
export function descriptionRoutes(router: AppRouter): void {
  let made: Promise<Described> | undefined;

  router.get('/openapi.json', async (ctx) => {
    made ??= describe();
    const { tag, text } = await made;
    ctx.type = 'json';
    ctx.body = text;
    ctx.set('Cache-Control', 'no-cache');
    tagAnswer(ctx, tag);
  });
}

interface Described {
  readonly text: string;
  readonly tag: string;
}

async function describe(): Promise<Described> {
  // The start need not wait for what only the description needs.
  const { describeInterface } = await import('../description/describe-interface.js');
  const text = JSON.stringify(describeInterface());
  return { text, tag: entityTag(text) };
}
