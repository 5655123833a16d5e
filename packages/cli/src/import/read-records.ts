import { err, type ObjectId, ok, type Result } from '@ops-admin/core';
import { describeIssue } from '@ops-admin/service';
import * as v from 'valibot';
import type { InvalidInput } from '../cli-error.js';
import { readJsonRecords } from './json-records.js';

/** Records that may be imported. */
export interface ImportRecords<T> {
  readonly records: readonly T[];
  /** The line of the record with this identifier, or `undefined` where the file has none. */
  lineOf(id: ObjectId): number | undefined;
}

/** Most mistakes that are reported at once. */
const MAX_REPORTED_MISTAKES = 20;

/** Reads and checks every record of a file. Errors: `invalid-input`, with the line of each mistake. */
export function readRecords<T extends { readonly id: ObjectId }>(
  text: string,
  schema: v.GenericSchema<unknown, T>,
): Result<ImportRecords<T>, InvalidInput> {
  return readJsonRecords(text).andThen(({ values, lineOf }) => {
    const records: T[] = [];
    const indexOf = new Map<ObjectId, number>();
    const mistakes: string[] = [];
    for (const [index, value] of values.entries()) {
      if (mistakes.length > MAX_REPORTED_MISTAKES) break;
      const parsed = v.safeParse(schema, value);
      if (!parsed.success) {
        const described = parsed.issues.map((issue) => describeIssue(issue, 'the record'));
        mistakes.push(...described.map((one) => `line ${lineOf(index)}: ${one}`));
        continue;
      }
      const { id } = parsed.output;
      const earlier = indexOf.get(id);
      if (earlier !== undefined) {
        mistakes.push(`line ${lineOf(index)}: _id ${id} is on line ${lineOf(earlier)} already`);
      }
      indexOf.set(id, index);
      records.push(parsed.output);
    }
    const [first, ...more] = reportable(mistakes);
    if (first !== undefined) return err({ type: 'invalid-input' as const, message: first, more });
    return ok({
      records,
      lineOf: (id: ObjectId) => {
        const index = indexOf.get(id);
        return index === undefined ? undefined : lineOf(index);
      },
    });
  });
}

function reportable(mistakes: readonly string[]): string[] {
  const reported = mistakes.slice(0, MAX_REPORTED_MISTAKES);
  return [...reported, ...(mistakes.length > MAX_REPORTED_MISTAKES ? ['… and more'] : [])];
}
