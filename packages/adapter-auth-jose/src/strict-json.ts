import { err, ok, type Result } from '@ops-admin/core';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a part of a token as a JSON object. Stricter than `JSON.parse` of a lenient decoder: it refuses bytes that are not
 * UTF-8, a byte order mark, and a repeated member (RFC 7515, section 4), because two readers can see different values. The
 * error says which.
 */
export function parseStrictJson(part: string): Result<JsonObject, string> {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = decoder.decode(Buffer.from(part, 'base64url'));
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return err('not a JSON object');
    return hasRepeatedMember(text) ? err('a member is repeated') : ok(value as JsonObject);
  } catch {
    return err('not valid JSON in UTF-8');
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/** Walks over valid JSON; a string is the name of a member if a colon follows. */
function hasRepeatedMember(json: string): boolean {
  const open: Set<string>[] = [];
  let last = '';
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const name = JSON.parse(last) as string;
      const members = open.at(-1);
      if (members?.has(name)) return true;
      members?.add(name);
    }
    last = token;
  }
  return false;
}
