import { err, ok, type Result } from '../result.js';

/** Zero-based positions from `start` up to `end`, which is not included; without `end`, up to the last. */
export interface ListRange {
  readonly start: number;
  readonly end?: number;
}

/** The requested part of a list; an `end` of 0 means no upper bound, and both are 0 by default. */
export interface ListBounds {
  readonly start?: number;
  readonly end?: number;
}

/** The value is not a position in a list. */
export interface InvalidListIndex {
  readonly type: 'invalid-list-index';
}

/** Parses a bound of a list: decimal digits only, 0 to 2^53 - 1. Errors: `invalid-list-index`. */
export function parseListIndex(input: unknown): Result<number, InvalidListIndex> {
  const index = typeof input === 'string' && /^\d+$/.test(input) ? Number(input) : Number.NaN;
  return Number.isSafeInteger(index) ? ok(index) : err({ type: 'invalid-list-index' });
}

/** Returns the range that a caller asks for. */
export function listRange({ start = 0, end = 0 }: ListBounds = {}): ListRange {
  return end === 0 ? { start } : { start, end };
}
