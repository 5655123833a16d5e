import type { VNode } from 'preact';
import { Field } from '../parts/field.js';
import { words } from '../words.js';

/** Returns the day some days from now, in the reader's time zone, as a date field writes it. */
export function dayIn(days: number): string {
  const now = new Date();
  // Noon exists on every day, also where the clocks change.
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

export function UntilField({ onValue, value }: { value: string; onValue(day: string): void }): VNode {
  return (
    <Field
      label={words.users.until}
      hint={words.add.untilHint}
      isOptional
      type="date"
      value={value}
      onValue={onValue}
      mistake={value !== '' && value < dayIn(0) ? words.add.past : undefined}
    />
  );
}

/**
 * Returns the last millisecond of a day in the reader's time zone. Where clocks go back at midnight, 23:59 comes twice: the
 * beginning of the next day minus a millisecond is the second one.
 */
export function untilEndOf(day: string): { until?: string } {
  if (day === '') return {};
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number);
  const end = new Date(year, month - 1, date + 1).valueOf() - 1;
  return Number.isNaN(end) ? {} : { until: new Date(end).toISOString() };
}
