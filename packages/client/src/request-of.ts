import { err, ok, type Result } from 'neverthrow';
import type { Operation } from './operations.js';
import type { NotSent } from './problem.js';

/** The argument of a method. */
export type Members = Readonly<Record<string, unknown>>;

/** A request as `fetch` takes it, without its token. */
export interface PlainRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Puts the members of an operation into path, query and payload. */
export function requestOf(
  baseUrl: string,
  [method, template, , how]: Operation,
  members: Members,
): Result<PlainRequest, NotSent> {
  try {
    const { ifMatch, ...rest } = members;
    const others = new Map(Object.entries(rest));
    const path = template.replace(/\{(\w+)\}/g, (_braces, name: string) => {
      others.delete(name);
      return encodeURIComponent(String(members[name]));
    });
    const isRead = method === 'GET';
    const url = baseUrl.replace(/\/+$/, '') + path + (isRead ? queryOf(others) : '');
    // fetch removes a segment of dots from a path, and would request another path.
    if (!new URL(new Request(url).url).pathname.endsWith(path)) {
      return notSent('A part of a path must not be "." or "..", and baseUrl must not have "?" or "#"');
    }
    if (isRead) return ok({ url, method, headers: {} });
    const payload = Object.fromEntries(others);
    const body = JSON.stringify(how === 'bare' ? payload : { payload });
    const seen = ifMatch === undefined ? {} : { 'If-Match': String(ifMatch) };
    return ok({ url, method, headers: { 'Content-Type': 'application/json', ...seen }, body });
  } catch {
    return notSent('Either baseUrl is not a URL, or a member cannot be written into a URL or JSON');
  }
}

function queryOf(members: ReadonlyMap<string, unknown>): string {
  const given = [...members].filter(([, value]) => value !== undefined);
  // URLSearchParams would replace half a character by U+FFFD; this throws.
  const pairs = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function notSent(message: string): Result<never, NotSent> {
  return err({ type: 'not-sent', message });
}
