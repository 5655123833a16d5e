import { err, ok } from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import type { Row, RowBlocks } from './row.js';

/** Cuts rows into batches of this size; the rows before an error come first. */
export async function* batchesOf(blocks: RowBlocks, size: number): RowBlocks {
  let waiting: Row[] = [];
  let last = 0;
  for await (const block of blocks) {
    if (block.isErr()) {
      if (waiting.length > 0) yield ok({ rows: waiting, position: last });
      return yield err(block.error);
    }
    const { position, rows } = block.value;
    last = position;
    waiting.push(...rows);
    let start = 0;
    for (; waiting.length - start >= size; start += size) {
      yield ok({ rows: waiting.slice(start, start + size), position });
    }
    waiting = waiting.slice(start);
  }
  if (waiting.length > 0) yield ok({ rows: waiting, position: last });
}

/** The largest batch: rows take about 2 KiB of memory each, and others wait for about 60 µs for each. */
const MAX_WHOLE_ROWS = 200_000;
/** The same in bytes of a file, for long rows. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;
const TOO_MUCH: InvalidInput = {
  type: 'invalid-input',
  message: '--atomic takes at most 200,000 rows and 64 MiB of a file at once; split them',
};

/** All rows in one batch, for a single transaction; only the error if there is one. */
export async function* wholeOf(blocks: RowBlocks): RowBlocks {
  const all: Row[] = [];
  let last = 0;
  for await (const block of blocks) {
    if (block.isErr()) return yield err(block.error);
    const { position, rows } = block.value;
    if (position > MAX_WHOLE_BYTES || all.length + rows.length > MAX_WHOLE_ROWS) return yield err(TOO_MUCH);
    last = position;
    for (const row of rows) all.push(row);
  }
  if (all.length > 0) yield ok({ rows: all, position: last });
}
