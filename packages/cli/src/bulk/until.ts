import type { Result, Timestamp } from '@ops-admin/core';
import { InvalidArgumentError, Option } from 'commander';
import { LAST_MOMENT, readTime } from '../read-time.js';

/** The accepted forms of an end. */
export const UNTIL_FORMS = '2026-12-31 (its last moment in UTC), 2026-12-31T18:00:00Z, 8h, 10d or 2w';

/**
 * Reads when something ends: a time with its zone, a date for its last moment in UTC, or a span from now. The
 * store judges whether that is still to come. The error is the mistake.
 */
export function parseUntil(text: string): Result<Timestamp, string> {
  return readTime(text, { ofDay: LAST_MOMENT, span: 'from now', units: 'hdw' }).mapErr(
    () => `until must be ${UNTIL_FORMS}`,
  );
}

export function untilOption(): Option {
  return new Option('--until <time>', `when they end: ${UNTIL_FORMS}; default: never`).argParser(
    (text: string): Timestamp => {
      const read = parseUntil(text);
      if (read.isOk()) return read.value;
      throw new InvalidArgumentError(`Write ${UNTIL_FORMS}.`);
    },
  );
}
