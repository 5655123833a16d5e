import { err, ok, parseTimestamp, type Result, type Timestamp, timestampOf } from '@ops-admin/core';
import { InvalidArgumentError, Option } from 'commander';

/** What an end can be written as. */
export const UNTIL_FORMS = '2026-12-31 (its last moment in UTC), 2026-12-31T18:00:00Z, 8h, 10d or 2w';

const MS_IN: Readonly<Record<string, number>> = { h: 3600e3, d: 86_400e3, w: 604_800e3 };

/**
 * Reads when something ends (decisions 14 and 20): a time with its zone, a date for its last moment in UTC, or a span from now. The
 * store judges whether that is still to come. The error is what is wrong.
 */
export function parseUntil(text: string): Result<Timestamp, string> {
  const [, count, unit] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  const read = unit
    ? timestampOf(new Date(Date.now() + Number(count) * (MS_IN[unit] ?? 0)))
    : parseTimestamp(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59.999Z` : text);
  return read.isOk() ? ok(read.value) : err(`until must be ${UNTIL_FORMS}`);
}

/** `--until TIME` */
export function untilOption(): Option {
  return new Option('--until <time>', `when they end: ${UNTIL_FORMS}; default: never`).argParser(
    (text: string): Timestamp => {
      const read = parseUntil(text);
      if (read.isOk()) return read.value;
      throw new InvalidArgumentError(`Write ${UNTIL_FORMS}.`);
    },
  );
}
