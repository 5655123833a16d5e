import { err, type ObjectId, ok, type Result, ResultAsync } from '@ops-admin/core';
import { type Readings, readingsOf } from '../bulk/readings.js';
import type { CliError, InvalidInput } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import { describeMistakes, type FileMistakes, fileMistakes } from '../file-mistake.js';
import { Interruption, stoppedBy } from '../interruption.js';
import { type CheckedBlocks, checkedBlocks, checkFile, placesOf, type RecordKind } from './check-records.js';

/** A file without mistakes, read anew as often as it is asked for. */
export interface ImportFile<T> {
  readonly interruption: Interruption;
  /** The records, some at a time. An error only if the file was changed in the meantime. */
  records(): AsyncGenerator<Result<readonly T[], FileMistakes | InvalidInput>, void>;
  /** The line of a record that was given last. */
  lineOf(record: T): number | undefined;
  /** An error that only the store finds, with its places in the file. */
  placed(error: CliError, places: Places): ResultAsync<never, CliError>;
}

/** What is wrong with records. */
export type Places = Parameters<typeof placesOf>[3];

/** Checks all of a file (`-` is standard input) before `work` opens anything, and removes what was kept of it in the end. */
export async function readImport<T extends { readonly id: ObjectId }>(
  { fail, io }: CommandContext,
  file: string,
  kind: RecordKind<T>,
  work: (file: ImportFile<T>) => Promise<void>,
): Promise<void> {
  const interruption = new Interruption(io);
  const opened = await readingsOf(io, file, interruption.signal);
  if (opened.isErr()) {
    interruption.ignore();
    return fail(opened.error);
  }
  const readings: Readings = opened.value;
  try {
    const checked = await checkFile(file, readings, kind);
    if (interruption.reason) return fail(stoppedBy(interruption.reason, 'nothing was changed'));
    // The database, which can be new, is opened only for a valid file.
    if (checked.isErr()) return fail(checked.error);
    for (const line of [...checked.value.warnings, ...describeMistakes(checked.value.doubts)])
      io.stderr.warn(line);
    const lines = new WeakMap<T, () => number>();
    await work({
      interruption,
      records: () => recordsOf(checkedBlocks(file, readings, kind), lines),
      lineOf: (record) => lines.get(record)?.(),
      placed: (error, places) =>
        ResultAsync.fromSafePromise(placesOf(file, readings, kind, places)).andThen((found) =>
          err(found ?? error),
        ),
    });
  } finally {
    interruption.ignore();
    await readings.close();
  }
}

async function* recordsOf<T extends object>(
  blocks: CheckedBlocks<T>,
  lines: WeakMap<T, () => number>,
): ReturnType<ImportFile<T>['records']> {
  for await (const block of blocks) {
    if (block.isErr()) return yield err(block.error);
    const error = fileMistakes(block.value.mistakes);
    if (error) return yield err(error);
    for (const { line, record } of block.value.records) lines.set(record, line);
    yield ok(block.value.records.map(({ record }) => record));
  }
}
