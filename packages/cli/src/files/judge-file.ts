import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import { describeIssue } from '@ops-admin/core/operations';
import * as v from 'valibot';
import type { CliError, InvalidInput } from '../cli-error.js';
import { type Interruption, stoppedBy } from '../interruption.js';
import type { Io } from '../io.js';
import { type FileMistake, type FileMistakes, fileMistakes, foundValue, unreadable } from './file-mistake.js';
import type { AnyForm, Cells, FileForm, FileRecord, MemberPath, Problem, ReadRecord } from './file-record.js';
import { meantBy } from './header.js';
import { readRecords } from './read-records.js';
import { readingsOf } from './readings.js';

/** Records; the last can be an error. */
export type ReadRecords<T> = AsyncGenerator<Result<ReadRecord<T>, InvalidInput | FileMistakes>, void>;

/** A file without mistakes, until it is closed. */
export interface JudgedFile<T> {
  readonly size: number;
  /** The columns and members that nothing reads. */
  readonly ignored: ReadonlySet<string>;
  /** All records, read again. An error only if the file was changed in the meantime. */
  again(): ReadRecords<T>;
  /** Removes what was kept of standard input. */
  close(): Promise<void>;
}

/** The mistakes of a file are collected up to here. */
const MAX_MISTAKES = 10_000;

/**
 * Reads all of a file (`-` is standard input) before anything is changed. `take` receives each record after those before it, and
 * returns how it contradicts them. Errors: every mistake; `invalid-input` if there is nothing to read; `bulk-ended` at a signal.
 */
export async function judgeFile<T>(
  io: Io,
  file: string,
  form: FileForm<T>,
  interruption: Interruption,
  take: (read: ReadRecord<T>, size: number) => readonly FileMistake[],
): Promise<Result<JudgedFile<T>, CliError>> {
  const opened = await readingsOf(io, file, interruption.signal);
  if (opened.isErr()) return err(opened.error);
  const { close, size } = opened.value;
  const ignored = new Set<string>();
  const mistakes: FileMistake[] = [];
  async function* read(
    ignore: (name: string) => void,
  ): AsyncGenerator<Result<ReadRecord<T>, readonly FileMistake[]>> {
    for await (const one of readRecords(file, opened._unsafeUnwrap(), form, ignore)) {
      if (one.isErr()) yield err([one.error]);
      else yield readRecord(one.value, form, ignore).map((value) => ({ value, record: one.value }));
    }
  }
  try {
    for await (const one of read((name) => ignored.add(name))) {
      if (interruption.reason) break;
      mistakes.push(...(one.isErr() ? one.error : take(one.value, size)));
      if (mistakes.length > MAX_MISTAKES) break;
    }
  } catch (error) {
    await close();
    return err(unreadableBy(error, file));
  }
  const { reason } = interruption;
  const refused = reason ? stoppedBy(reason, 'nothing was changed') : fileMistakes(mistakes);
  if (refused) {
    await close();
    return err(refused);
  }
  async function* again(): ReadRecords<T> {
    try {
      for await (const one of read(() => {}))
        yield one.mapErr((found) => fileMistakes(found) as FileMistakes);
    } catch (error) {
      yield err(unreadableBy(error, file));
    }
  }
  return ok({ size, ignored, close, again });
}

/** All records of a file without mistakes. */
export interface WholeFile<T> extends Pick<JudgedFile<T>, 'ignored' | 'size'> {
  readonly values: readonly T[];
}

/** Reads all records of a file into memory, once; otherwise as {@link judgeFile}. */
export function readFile<T>(
  io: Io,
  file: string,
  form: FileForm<T>,
  interruption: Interruption,
  contradictions: (read: ReadRecord<T>) => readonly FileMistake[] = () => [],
): ResultAsync<WholeFile<T>, CliError> {
  const values: T[] = [];
  const judged = judgeFile(io, file, form, interruption, (read) => {
    values.push(read.value);
    return contradictions(read);
  });
  return new ResultAsync(judged).andThen(({ close, ignored, size }) =>
    ResultAsync.fromSafePromise(close()).map(() => ({ values, ignored, size })),
  );
}

/** Only errors of the system are about the file; all others are bugs. */
function unreadableBy(error: unknown, file: string): InvalidInput {
  if (!(error instanceof Error && 'syscall' in error)) throw error;
  return unreadable(file, error);
}

/** Reads one record. `ignore` receives the members that nothing reads. Errors: every mistake of the record. */
function readRecord<T>(
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
