import { err, type Result } from '@ops-admin/core';
import { describeIssue } from '@ops-admin/core/operations';
import * as v from 'valibot';
import { type FileMistake, foundValue } from './file-mistake.js';
import type { AnyForm, Cells, FileForm, FileRecord, MemberPath, Problem } from './file-record.js';
import { meantBy } from './header.js';

/** Reads one record. `ignore` receives the members that nothing reads. Errors: every mistake of the record. */
export function readRecord<T>(
  record: FileRecord,
  form: FileForm<T>,
  ignore: (member: string) => void,
): Result<T, readonly FileMistake[]> {
  const wrong = (problems: readonly Problem[]) =>
    problems.map(({ found, message, path }) => mistakeAt(record, form, path, message, found));
  if (!record.isCsv && form.takes === 'csv')
    return err(wrong([{ path: [], message: 'this is not CSV; take a file of permissions export' }]));
  const value = record.isCsv ? form.valueOf(record.value as Cells) : record.value;
  const other = isObject(value) ? form.otherKind?.(value) : undefined;
  if (other !== undefined) return err(wrong([{ path: [], message: other }]));
  const problems = isObject(value) ? [...(form.check?.(value, record) ?? [])] : [];
  if (isObject(value) && !record.isCsv) problems.push(...misspeltMembers(value, form, ignore));
  const parsed = v.safeParse(form.schema, value);
  if (parsed.success && problems.length === 0)
    return form.finish(parsed.output, record).mapErr((message) => wrong([{ path: [], message }]));
  if (!parsed.success) problems.push(...parsed.issues.map((issue) => problemOf(issue, form)));
  return err(wrong(problems));
}

/** A mistake at a member of a record, wherever its file has it. */
export function mistakeAt(
  record: FileRecord,
  { columnOf }: Pick<AnyForm, 'columnOf'>,
  path: MemberPath,
  message: string,
  found?: string,
): FileMistake {
  return record.mistakeIn(record.isCsv ? [columnOf(path)] : path, message, found);
}

function problemOf(issue: v.BaseIssue<unknown>, { what }: Pick<AnyForm, 'what'>): Problem {
  return {
    path: (issue.path ?? []).map(({ key }) => key as PropertyKey),
    message: describeIssue(issue, what),
    ...(issue.input !== undefined && { found: foundValue(issue.input) }),
  };
}

/** Members that are nearly known ones; the others that are not known are ignored. */
function misspeltMembers(
  value: Record<string, unknown>,
  { members, shown }: Pick<AnyForm, 'members' | 'shown'>,
  ignore: (member: string) => void,
): Problem[] {
  const problems: Problem[] = [];
  for (const [path, known] of members) {
    const inner = path === '' ? value : value[path];
    if (!isObject(inner)) continue;
    for (const name of Object.keys(inner)) {
      if (known.includes(name) || shown?.has(name)) continue;
      const meant = meantBy(name, known);
      // Some programs print a member twice, under two names.
      if (meant === undefined || meant in inner) ignore(name);
      else {
        const message = `unknown member ${name}; did you mean ${meant}?`;
        problems.push({ path: path === '' ? [name] : [path, name], message });
      }
    }
  }
  return problems;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
