import { err, ok, type Result } from '@ops-admin/core';
import { type JsonFlaw, parseStrictJson } from '@ops-admin/core/adapter';

type JsonObject = Readonly<Record<string, unknown>>;

const FLAWS: Readonly<Record<JsonFlaw, string>> = {
  'not-json': 'not valid JSON in UTF-8',
  'repeated-member': 'a member is repeated',
};

/**
 * Reads a part of a token as a JSON object. Refuses bytes that are not UTF-8, a byte order mark, and a repeated member (RFC 7515,
 * section 4). The error says which.
 */
export function parseTokenPart(part: string): Result<JsonObject, string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text: string;
  try {
    text = decoder.decode(Buffer.from(part, 'base64url'));
  } catch {
    return err(FLAWS['not-json']);
  }
  return parseStrictJson(text)
    .mapErr((flaw) => FLAWS[flaw])
    .andThen((value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? ok(value as JsonObject)
        : err('not a JSON object'),
    );
}
