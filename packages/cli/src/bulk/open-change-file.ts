import { addAbortSignal } from 'node:stream';
import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import {
  aboutReadOver,
  type FileMistake,
  type FileMistakes,
  fileMistakes,
  fileNameOf,
  foundText,
} from '../file-mistake.js';
import type { Io } from '../io.js';
import { beginningOf } from '../text-encoding.js';
import { unreadable } from '../unreadable.js';
import { type ChangeFile, readCsvRows } from './read-csv-rows.js';
import { readNdjsonRows } from './read-ndjson-rows.js';
import { readTextBlocks } from './read-text-blocks.js';
import { type Readings, readingsOf } from './readings.js';
import { isChange, type RowBlock, type RowBlocks, type RowSource } from './row.js';

/** The rows of a file of so many bytes are kept after they were checked. */
const KEPT_BYTES = 1024 * 1024;

/**
 * The rows of a file: CSV or NDJSON by its ending, otherwise by its first characters. All of it is read before the first row
 * is given, and a large one once more for the rows, so that a file that cannot be used changes nothing and no memory is
 * filled; the signal ends both early. Errors: `file-mistakes`, `invalid-input` if there is nothing to read.
 */
export function openChangeFile(
  io: Io,
  given: ChangeFile,
  signal: AbortSignal,
): ResultAsync<RowSource, InvalidInput | FileMistakes> {
  return readingsOf(io, given.file, signal).andThen(
    (readings) => new ResultAsync(checkedSource(readings, given, signal)),
  );
}

async function checkedSource(
  readings: Readings,
  given: ChangeFile,
  signal: AbortSignal,
): Promise<Result<RowSource, InvalidInput | FileMistakes>> {
  const checked = await check(rowsOf(readings, given, signal), given, readings.size <= KEPT_BYTES);
  if (checked.isErr() || signal.aborted) await readings.close();
  if (checked.isErr()) return err(checked.error);
  const { kept, takesNamed, warnings } = checked.value;
  const blocks = kept ? again(kept) : rowsOf(readings, given, signal);
  return ok({ blocks: untilEnd(blocks, readings), size: readings.size, takesNamed, warnings });
}

/** What is known of a file that was read to its end. */
interface Checked {
  /** Its blocks, where they are kept. */
  readonly kept?: readonly RowBlock[];
  readonly takesNamed: boolean;
  readonly warnings: readonly string[];
}

/** Errors: everything that is wrong in the file. */
async function check(
  blocks: RowBlocks,
  { each: { permissions } }: ChangeFile,
  isKept: boolean,
): Promise<Result<Checked, InvalidInput | FileMistakes>> {
  const mistakes: FileMistake[] = [];
  const kept: RowBlock[] = [];
  const readOver = new Set<string>();
  let takesNamed = false;
  for await (const block of blocks) {
    if (block.isOk()) {
      mistakes.push(...(block.value.mistakes ?? []));
      for (const name of block.value.unknown ?? []) readOver.add(name);
      takesNamed ||= block.value.rows.some((row) => isChange(row) && row.permissions === permissions);
      if (isKept) kept.push(block.value);
    } else if (block.error.type === 'invalid-input') return err(block.error);
    else mistakes.push(...block.error.mistakes);
  }
  const error = fileMistakes(mistakes);
  if (error) return err(error);
  return ok({ takesNamed, warnings: aboutReadOver(readOver), ...(isKept && { kept }) });
}

async function* again(blocks: readonly RowBlock[]): RowBlocks {
  for (const block of blocks) yield ok(block);
}

async function* untilEnd(blocks: RowBlocks, readings: Readings): RowBlocks {
  try {
    yield* blocks;
  } finally {
    await readings.close();
  }
}

async function* rowsOf({ open }: Readings, given: ChangeFile, signal: AbortSignal): RowBlocks {
  if (signal.aborted) return;
  const file = fileNameOf(given.file);
  const bytes = open();
  try {
    const { start, whole } = await beginningOf(addAbortSignal(signal, bytes));
    const ending = /\.(csv|ndjson|jsonl)$/i.exec(given.file)?.[1]?.toLowerCase();
    const text = start.trim();
    const refused = (message: string, found?: string) =>
      err({
        type: 'file-mistakes' as const,
        mistakes: [{ file, line: 1, column: 1, message, ...(found !== undefined && { found }) }] as const,
      });
    if (text === '') return yield refused('the file is empty');
    const isCsv = ending ? ending === 'csv' : !/^[[{]/.test(text);
    if (!isCsv && text.startsWith('[')) return yield refused('this is an array; write one object a line');
    const column = given.userColumn ?? given.permissionColumn;
    if (!isCsv && column !== undefined) return yield refused(`this is no CSV, so it has no column ${column}`);
    const how = { ...given, file };
    let hasRows = false;
    const blocks = readTextBlocks(whole, file);
    for await (const block of isCsv ? readCsvRows(blocks, how) : readNdjsonRows(blocks, how)) {
      hasRows ||= block.isErr() || block.value.rows.length + (block.value.mistakes?.length ?? 0) > 0;
      yield block;
    }
    if (!hasRows) yield refused('there is a header and no row', foundText(text));
  } catch (error) {
    if (signal.aborted) return;
    // Only errors of the system about the file; all others are bugs.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    yield err(unreadable(given.file, error));
  } finally {
    bytes.destroy();
  }
}
