import { err, type ObjectId, ok, type Result } from '@ops-admin/core';
import { describeIssue } from '@ops-admin/service';
import * as v from 'valibot';
import { type FileMistake, type FileMistakes, fileMistakes, foundValue } from '../file-mistake.js';
import { type JsonPath, JsonRecords } from './json-records.js';

/** Records that can be imported. */
export interface ImportRecords<T> {
  readonly records: readonly T[];
  /** The line of the record with this identifier. */
  lineOf(id: ObjectId): number;
  /** A mistake in the record with this identifier. */
  mistakeIn(id: ObjectId, path: JsonPath, message: string): FileMistake;
}

/** Reads and checks every record of a file. Errors: `file-mistakes`, with everything that is wrong in it. */
export function readRecords<T extends { readonly id: ObjectId }>(
  file: string,
  text: string,
  schema: v.GenericSchema<unknown, T>,
): Result<ImportRecords<T>, FileMistakes> {
  if (text.trim() === '') {
    const nothing: FileMistake = {
      file,
      line: 1,
      column: 1,
      message: 'the file is empty; an empty list is []',
    };
    return err({ type: 'file-mistakes', mistakes: [nothing] });
  }
  const json = new JsonRecords(file, text);
  const records: T[] = [];
  const indexOf = new Map<ObjectId, number>();
  const mistakes = [...json.mistakes];
  for (const [index, value] of json.values.entries()) {
    const parsed = v.safeParse(schema, value);
    if (!parsed.success) {
      for (const issue of parsed.issues) {
        const path = (issue.path ?? []).map(({ key }) => key as PropertyKey);
        const found = issue.input === undefined ? undefined : foundValue(issue.input);
        mistakes.push(json.mistakeIn(index, path, describeIssue(issue, 'the record'), found));
      }
      continue;
    }
    const { id } = parsed.output;
    const earlier = indexOf.get(id);
    if (earlier !== undefined) {
      mistakes.push(json.mistakeIn(index, ['_id'], `_id ${id} is on line ${json.lineOf(earlier)} already`));
    }
    indexOf.set(id, index);
    records.push(parsed.output);
  }
  const error = fileMistakes(mistakes.sort((a, b) => a.line - b.line || a.column - b.column));
  if (error) return err(error);
  const placed = (id: ObjectId) => indexOf.get(id) ?? 0;
  return ok({
    records,
    lineOf: (id) => json.lineOf(placed(id)),
    mistakeIn: (id, path, message) => json.mistakeIn(placed(id), path, message),
  });
}
