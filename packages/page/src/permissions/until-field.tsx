import type { VNode } from 'preact';
import { Field } from '../parts/field.js';
import { words } from '../words.js';

const DAYS = [7, 14, 30];
const DAY_MS = 86_400_000;

/** A day, in the reader's zone, as a field for one has it. */
export function dayIn(days: number): string {
  const now = new Date();
  return new Date(now.valueOf() + days * DAY_MS - now.getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 10);
}

/** Until when something is held: the end of a day, or, unless `isRequired`, for good. */
export function UntilField(props: {
  value: string;
  isRequired?: boolean;
  onValue(day: string): void;
}): VNode {
  const { isRequired = false, onValue, value } = props;
  return (
    <div class="stack tight">
      <Field
        label={isRequired ? words.reviews.untilHint : words.add.until}
        hint={isRequired ? undefined : words.add.untilHint}
        isRequired={isRequired}
        type="date"
        min={dayIn(0)}
        value={value}
        onValue={onValue}
      />
      <div class="row">
        {DAYS.map((days) => (
          <button key={days} type="button" onClick={() => onValue(dayIn(days))}>
            {words.add.days(days)}
          </button>
        ))}
        {value !== '' && !isRequired && (
          <button type="button" class="plain" onClick={() => onValue('')}>
            {words.forGood}
          </button>
        )}
      </div>
    </div>
  );
}

/** The end of a day, in the reader's zone. */
export function untilEndOf(day: string): { until?: string } {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.valueOf()) ? {} : { until: end.toISOString() };
}
