import {
  type InvalidTimestamp,
  parseTimestamp,
  type Result,
  type Timestamp,
  timestampOf,
} from '@ops-admin/core';

const MS_IN: Readonly<Record<string, number>> = { s: 1e3, m: 60e3, h: 3600e3, d: 86_400e3, w: 604_800e3 };

export const FIRST_MOMENT = '00:00:00Z';
export const LAST_MOMENT = '23:59:59.999Z';

export interface TimeForms {
  /** Which moment of it a date means, in UTC. */
  readonly ofDay: typeof FIRST_MOMENT | typeof LAST_MOMENT;
  /** The units of a span: some of `s`, `m`, `h`, `d` and `w`. */
  readonly units: string;
  readonly span: 'ago' | 'from now';
}

/** Reads an ISO 8601 time with its zone, a date, or a span such as `24h`. Errors: `invalid-timestamp`. */
export function readTime(
  text: string,
  { ofDay, span, units }: TimeForms,
): Result<Timestamp, InvalidTimestamp> {
  const [, count, unit = ''] = /^(\d{1,6})([a-z])$/.exec(text) ?? [];
  const ms = units.includes(unit) ? MS_IN[unit] : undefined;
  if (ms === undefined) return parseTimestamp(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${ofDay}` : text);
  return timestampOf(new Date(Date.now() + (span === 'ago' ? -1 : 1) * Number(count) * ms));
}
