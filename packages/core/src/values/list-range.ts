import { err, ok, type Result } from '../result.js';

/** Zero-based positions from `start` up to `end`, which is not included; no `end` means no upper bound. */
export interface ListRange {
  readonly start: number;
  readonly end?: number;
}

/** Which part of a list is asked for: from `start`, 0 by default; an `end` of 0, the default, means no upper bound. */
export interface ListBounds {
  readonly start?: number;
  readonly end?: number;
}

/** The value is not a text that names a position in the list. */
export interface InvalidListIndex {
  readonly type: 'invalid-list-index';
}

/**
 * Reads a bound of the list: decimal digits only, 0 to 2^53 - 1. Errors: `invalid-list-index`.
 */
export function parseListIndex(input: unknown): Result<number, InvalidListIndex> {
  const index = typeof input === 'string' && /^\d+$/.test(input) ? Number(input) : Number.NaN;
  return Number.isSafeInteger(index) ? ok(index) : err({ type: 'invalid-list-index' });
}

/** The range that a caller asks for. */
export function listRange({ start = 0, end = 0 }: ListBounds = {}): ListRange {
  return end === 0 ? { start } : { start, end };
}
