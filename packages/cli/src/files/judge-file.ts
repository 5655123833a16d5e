import { err, ok, type Result } from '@ops-admin/core';
import type { CliError, InvalidInput } from '../cli-error.js';
import { type Interruption, stoppedBy } from '../interruption.js';
import type { Io } from '../io.js';
import { type FileMistake, type FileMistakes, fileMistakes } from './file-mistake.js';
import type { FileForm, FileRecord } from './file-record.js';
import { readRecords } from './read-records.js';
import { readingsOf } from './readings.js';
import { unreadable } from './unreadable.js';

/** A record and what a form makes of it. */
export interface ReadRecord<T> {
  readonly value: T;
  readonly record: FileRecord;
}

/** Records; the last can be an error. */
export type ReadRecords<T> = AsyncGenerator<Result<ReadRecord<T>, InvalidInput | FileMistakes>, void>;

/** A file without mistakes. */
export interface JudgedFile<T> {
  readonly size: number;
  /** The columns and members that nothing reads. */
  readonly ignored: ReadonlySet<string>;
  /** All records, as often as they are asked for. An error only if the file was changed in the meantime. */
  records(): ReadRecords<T>;
  /** Removes what was kept of standard input. */
  close(): Promise<void>;
}

/** The records of a file of so many bytes are kept after they were judged. */
const KEPT_BYTES = 1024 * 1024;
/** The mistakes of a file are collected up to here. */
const MAX_MISTAKES = 10_000;

/**
 * Reads all of a file (`-` is standard input) before anything is changed. `across` is given each record after those before it, and
 * returns how it contradicts them. Errors: every mistake; `invalid-input` if there is nothing to read; `bulk-ended` at a signal.
 */
export async function judgeFile<T>(
  io: Io,
  file: string,
  form: FileForm<T>,
  interruption: Interruption,
  across: (read: ReadRecord<T>) => readonly FileMistake[] = () => [],
): Promise<Result<JudgedFile<T>, CliError>> {
  const opened = await readingsOf(io, file, interruption.signal);
  if (opened.isErr()) return err(opened.error);
  const { close, size } = opened.value;
  const ignored = new Set<string>();
  const mistakes: FileMistake[] = [];
  const kept: ReadRecord<T>[] | undefined = size <= KEPT_BYTES ? [] : undefined;
  const read = (ignore: (name: string) => void) => readAs(file, opened.value, form, ignore);
  try {
    for await (const one of read((name) => ignored.add(name))) {
      if (interruption.reason) break;
      if (one.isErr()) mistakes.push(...one.error);
      else {
        mistakes.push(...across(one.value));
        kept?.push(one.value);
      }
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
  async function* records(): ReadRecords<T> {
    try {
      for await (const one of kept?.map((one) => ok(one)) ?? read(() => {}))
        yield one.mapErr((found) => fileMistakes(found) as FileMistakes);
    } catch (error) {
      yield err(unreadableBy(error, file));
    }
  }
  return ok({ size, ignored, close, records });
}

async function* readAs<T>(
  file: string,
  readings: Parameters<typeof readRecords>[1],
  form: FileForm<T>,
  ignore: (name: string) => void,
): AsyncGenerator<Result<ReadRecord<T>, readonly FileMistake[]>, void> {
  for await (const record of readRecords(file, readings, form, ignore)) {
    yield record
      .mapErr((mistake) => [mistake])
      .andThen((one) => form.read(one, ignore).map((value) => ({ value, record: one })));
  }
}

/** Only errors of the system are about the file; all others are bugs. */
function unreadableBy(error: unknown, file: string): InvalidInput {
  if (!(error instanceof Error && 'syscall' in error)) throw error;
  return unreadable(file, error);
}
