import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import type { CliError, InvalidInput } from '../cli-error.js';
import { type Interruption, stoppedBy } from '../interruption.js';
import type { Io } from '../io.js';
import { type FileMistake, type FileMistakes, fileMistakes, unreadable } from './file-mistake.js';
import type { FileForm, ReadRecord } from './file-record.js';
import { readRecord } from './read-record.js';
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
