import { err, ok, type Result } from '../result.js';
import type { Branded } from './branded.js';
import { describeInput } from './describe-input.js';

/** A moment in UTC, written `YYYY-MM-DDTHH:mm:ss.sssZ`. Years are 0000 to 9999, so that timestamps are ordered as texts. */
export type Timestamp = Branded<string, 'Timestamp'>;

/** The value is not an ISO 8601 date and time with a zone, or not an existing moment. */
export interface InvalidTimestamp {
  readonly type: 'invalid-timestamp';
  readonly text: string;
}

/** Returns the current time; tests replace it. */
export type Clock = () => Date;

const ISO_8601 = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/;
const CANONICAL_LENGTH = 'YYYY-MM-DDTHH:mm:ss.sssZ'.length;

/** Writes a date in canonical form. Errors: {@link InvalidTimestamp} for an invalid date or a year after 9999. */
export function timestampOf(date: Date): Result<Timestamp, InvalidTimestamp> {
  const text = Number.isNaN(date.getTime()) ? String(date) : date.toISOString();
  return text.length === CANONICAL_LENGTH ? ok(text as Timestamp) : err({ type: 'invalid-timestamp', text });
}

/** Parses any ISO 8601 date and time with a zone, to the millisecond. Errors: {@link InvalidTimestamp}. */
export function parseTimestamp(input: unknown): Result<Timestamp, InvalidTimestamp> {
  const text = describeInput(input);
  const match = ISO_8601.exec(text);
  if (!match) return err({ type: 'invalid-timestamp', text });
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  // `Date` reads the 30th of February as the 1st of March.
  const dayExists = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  return dayExists
    ? timestampOf(new Date(text)).mapErr(() => ({ type: 'invalid-timestamp', text }))
    : err({ type: 'invalid-timestamp', text });
}

/** Returns the current time of a clock. Throws a `RangeError` unless the year is 0000 to 9999. */
export function now(clock: Clock): Timestamp {
  return timestampOf(clock()).match(
    (timestamp) => timestamp,
    ({ text }) => {
      throw new RangeError(`the clock must give a time of the years 0000 to 9999, not ${text}`);
    },
  );
}
