import { err, ok, type Result } from '../result.js';
import type { Branded } from '../values/branded.js';
import { isLongerThan } from '../values/text-problem.js';

/**
 * The text that a caller wants to locate, in NFC: 1 to 512 characters without control characters. Invisible characters around it
 * are removed, and tabs and line breaks are commas.
 */
export type Address = Branded<string, 'Address'>;

/** The value is not a string, or is empty, too long, or has control characters. */
export interface InvalidAddress {
  readonly type: 'invalid-address';
  readonly reason: 'no-text' | 'empty' | 'too-long' | 'control-characters';
}

/** The longest address, in characters (code points). */
export const ADDRESS_MAX_LENGTH = 512;

/** Parses an address. Errors: {@link InvalidAddress}. */
export function parseAddress(input: unknown): Result<Address, InvalidAddress> {
  const invalid = (reason: InvalidAddress['reason']) => err({ type: 'invalid-address' as const, reason });
  if (typeof input !== 'string') return invalid('no-text');
  const address = onOneLine(input).normalize('NFC');
  if (/\p{Cc}/u.test(address)) return invalid('control-characters');
  if (address === '') return invalid('empty');
  if (isLongerThan(ADDRESS_MAX_LENGTH, address)) return invalid('too-long');
  return ok(address as Address);
}

/** Joins the lines and columns of an address by commas, each trimmed. */
function onOneLine(text: string): string {
  const lines = text.split(/[\t\r\n]/).map((line) => VISIBLE.exec(line)?.[0]);
  return lines.filter(Boolean).join(', ').replaceAll(',, ', ', ');
}

// From the first to the last visible character: no blank, byte order mark, zero width space or filler.
const VISIBLE = /[^\s\p{DI}](?:.*[^\s\p{DI}])?/su;
