import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import type { Io } from '../io.js';
import { readCsvRows } from './read-csv-rows.js';
import { readNdjsonRows } from './read-ndjson-rows.js';
import { readTextBlocks, type TextBlock } from './read-text-blocks.js';
import type { RowBlocks, RowSource } from './row.js';

type TextBlocks = AsyncGenerator<Result<TextBlock, InvalidInput>, void>;

/**
 * The rows of a file, or of standard input for `-`: CSV or NDJSON by the ending, else by how it begins. Read only as
 * they are asked for; the signal ends them early. Errors: `invalid-input` where there is nothing to read.
 */
export function openChangeFile(
  io: Io,
  file: string,
  signal: AbortSignal,
): ResultAsync<RowSource, InvalidInput> {
  if (file === '-')
    return ResultAsync.fromSafePromise(Promise.resolve({ blocks: rowsOf(() => io.stdin, file, signal) }));
  return ResultAsync.fromPromise(inspect(file), (error) => unreadable(file, error)).andThen((size) =>
    size === 'directory'
      ? err(unreadable(file, 'it is a directory'))
      : ok({
          blocks: rowsOf(() => createReadStream(file), file, signal),
          ...(size !== undefined && { size }),
        }),
  );
}

/** The size of a file; pipes have none. */
async function inspect(file: string): Promise<number | 'directory' | undefined> {
  await access(file, constants.R_OK);
  const stats = await stat(file);
  if (stats.isDirectory()) return 'directory';
  return stats.isFile() ? stats.size : undefined;
}

async function* rowsOf(open: () => Readable, file: string, signal: AbortSignal): RowBlocks {
  const bytes = open();
  try {
    const blocks = readTextBlocks(addAbortSignal(signal, bytes));
    const ending = /\.(csv|ndjson|jsonl)$/i.exec(file)?.[1]?.toLowerCase();
    const head = await headOf(blocks);
    if (head.isErr()) return yield err(head.error);
    const text = head.value?.text.trimStart() ?? '';
    const whole = joined(head.value, blocks);
    const isCsv = ending ? ending === 'csv' : !/^[[{]/.test(text);
    if (isCsv) return yield* readCsvRows(whole);
    if (text.startsWith('[')) return yield err(invalid('line 1: this is an array; write one object a line'));
    yield* readNdjsonRows(whole);
  } catch (error) {
    if (signal.aborted) return;
    // Only what the system says of the file; all else is a bug.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    yield err(unreadable(file, error));
  } finally {
    bytes.destroy();
  }
}

/** Enough of the text to see how it begins. */
async function headOf(blocks: TextBlocks): Promise<Result<TextBlock | undefined, InvalidInput>> {
  let head: TextBlock | undefined;
  while (!head?.text.trim()) {
    const next = await blocks.next();
    if (next.done) return ok(head);
    if (next.value.isErr()) return err(next.value.error);
    const { text, position } = next.value.value;
    head = { text: (head?.text ?? '') + text, firstLine: 1, position };
  }
  return ok(head);
}

async function* joined(head: TextBlock | undefined, blocks: TextBlocks): TextBlocks {
  if (head) yield ok(head);
  yield* blocks;
}

function unreadable(file: string, error: unknown): InvalidInput {
  return invalid(`cannot read ${file}: ${error instanceof Error ? error.message : error}`);
}

function invalid(message: string): InvalidInput {
  return { type: 'invalid-input', message };
}
