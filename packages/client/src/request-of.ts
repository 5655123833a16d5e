import { err, ok, type Result } from 'neverthrow';
import type { Operation } from './operations.js';
import type { NotSent } from './problem.js';

/** What a method is given. */
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
  [method, template]: Operation,
  members: Members,
): Result<PlainRequest, NotSent> {
  try {
    const others = new Map(Object.entries(members));
    const path = template.replace(/\{(\w+)\}/g, (_braces, name: string) => {
      others.delete(name);
      return encodeURIComponent(String(members[name]));
    });
    const isRead = method === 'GET';
    const url = baseUrl.replace(/\/+$/, '') + path + (isRead ? queryOf(others) : '');
    // fetch takes a segment of dots out of a path, and would ask for something else.
    if (!new URL(new Request(url).url).pathname.endsWith(path)) {
      return notSent('A part of a path cannot be "." or "..", and baseUrl has no "?" or "#"');
    }
    if (isRead) return ok({ url, method, headers: {} });
    const body = JSON.stringify({ payload: Object.fromEntries(others) });
    return ok({ url, method, headers: { 'Content-Type': 'application/json' }, body });
  } catch {
    return notSent('Either baseUrl is not an address, or a member has no place in a URL or in JSON');
  }
}

function queryOf(members: ReadonlyMap<string, unknown>): string {
  const given = [...members].filter(([, value]) => value !== undefined);
  // URLSearchParams would put U+FFFD in place of half a character; this throws.
  const pairs = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function notSent(message: string): Result<never, NotSent> {
  return err({ type: 'not-sent', message });
}
