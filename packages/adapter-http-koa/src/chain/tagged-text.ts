import { hash } from 'node:crypto';
import type { AppContext } from '../app-context.js';
import { JSON_TYPE } from './send-text.js';

/** Names a text or a file for `ETag`: weak, because it is the same for every content coding. */
export function entityTag(contents: string | Buffer): string {
  return `W/"${hash('sha1', contents, 'base64url')}"`;
}

/** From this number of characters, Node.js sends the bytes of a text faster than the text. */
const LONG_TEXT = 4_096;

/**
 * An answer as text, with its tag. The tag is a digest of it, so that another instance, a restart or a restored file never
 * leads to a wrong 304.
 */
export class TaggedText {
  readonly body: string | Buffer;
  readonly contentType: string;
  readonly tag: string;
  readonly headers: Readonly<Record<string, string>>;

  /** Takes text, or an object to write as JSON. */
  constructor(
    json: object | string,
    contentType: string = JSON_TYPE,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const text = typeof json === 'string' ? json : JSON.stringify(json);
    this.contentType = contentType;
    this.headers = headers;
    this.body = text.length < LONG_TEXT ? text : Buffer.from(text);
    this.tag = entityTag(this.body);
  }
}

/**
 * Adds a tag to an answer, which becomes a 304 if the caller already has it (RFC 9110, section 13.1.2). Koa's own
 * `ctx.fresh` does not work: browsers add `Cache-Control: no-cache` to an `If-None-Match` that a page sets itself.
 */
export function tagAnswer(ctx: AppContext, tag: string): void {
  ctx.set('ETag', tag);
  const held = ctx.get('If-None-Match');
  if (held !== '' && isTagIn(held, tag)) ctx.status = 304;
}

/** Reports whether the tags in `If-Match` or `If-None-Match` name this one; `*` names every one. */
export function isTagIn(header: string, tag: string): boolean {
  const named = header.split(',').map((one) => one.trim());
  return named.some((one) => one === '*' || `W/${one.replace(/^W\//, '')}` === tag);
}
