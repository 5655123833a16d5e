import { err, ok, type Result } from 'neverthrow';

/** Why a text was not parsed as JSON. */
export type JsonFlaw = 'not-json' | 'repeated-member';

/** A string of JSON, and the colon after the name of a member. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"([ \t\n\r]*:)?/g;

/**
 * Parses JSON more strictly than `JSON.parse`: a repeated member is refused, because two readers can see different values, and so
 * is a member `__proto__`.
 */
export function parseStrictJson(text: string): Result<unknown, JsonFlaw> {
  try {
    const value: unknown = JSON.parse(text);
    let named = 0;
    for (const [, colon] of text.matchAll(STRING)) if (colon) named++;
    return membersIn(value) === named ? ok(value) : err('repeated-member');
  } catch {
    return err('not-json');
  }
}

/** Counts the members in a value and in what it holds, without `__proto__`. */
function membersIn(value: unknown): number {
  let members = 0;
  const values = [value];
  while (values.length > 0) {
    const one = values.pop();
    if (typeof one !== 'object' || one === null) continue;
    if (!Array.isArray(one)) for (const name of Object.keys(one)) members += Number(name !== '__proto__');
    for (const inner of Object.values(one)) values.push(inner);
  }
  return members;
}
