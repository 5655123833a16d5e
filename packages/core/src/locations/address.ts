import { err, ok, type Result } from '../result.js';
import type { Branded } from '../values/branded.js';

/**
 * What a caller asks to locate: trimmed of what cannot be seen, line breaks written as commas, in NFC, 1 to 512 characters,
 * without control characters (decision 7).
 */
export type Address = Branded<string, 'Address'>;

/** The text is empty, too long, or holds control characters. */
export interface InvalidAddress {
  readonly type: 'invalid-address';
  readonly reason: 'empty' | 'too-long' | 'control-characters';
}

/**
 * What is trimmed from an address beside white space, for a regular expression's class: byte order marks, soft hyphens,
 * zero width spaces, marks of direction, fillers and selectors of variants.
 */
export const UNSEEN_CHARACTERS: string =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb';

/** Longest address that is taken, in characters (Unicode code points). */
export const ADDRESS_MAX_LENGTH = 512;

/** Errors: {@link InvalidAddress}. */
export function parseAddress(text: string): Result<Address, InvalidAddress> {
  const address = onOneLine(text).normalize('NFC');
  const invalid = (reason: InvalidAddress['reason']) => err({ type: 'invalid-address' as const, reason });
  if (/\p{Cc}/u.test(address)) return invalid('control-characters');
  if (address === '') return invalid('empty');
  // A text of more than two code units a character cannot fit, and need not be taken apart.
  if (address.length > 2 * ADDRESS_MAX_LENGTH || [...address].length > ADDRESS_MAX_LENGTH)
    return invalid('too-long');
  return ok(address as Address);
}

/** Lines as addresses on letters have them, with commas between, each without blanks and what cannot be seen around it. */
function onOneLine(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => VISIBLE.exec(line)?.[0] ?? '');
  const used = lines.filter((line) => line !== '');
  return used.map((line, at) => (at < used.length - 1 ? line.replace(/,$/, '') : line)).join(', ');
}

const VISIBLE = new RegExp(`[^\\s${UNSEEN_CHARACTERS}](?:.*[^\\s${UNSEEN_CHARACTERS}])?`, 's');
