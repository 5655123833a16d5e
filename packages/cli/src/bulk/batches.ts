import { err, ok } from '@ops-admin/core';
import { type InvalidInput, invalidInput } from '../cli-error.js';
import { bytesOf, CHANGES_MAX_BYTES, mostBytesOf } from './request-size.js';
import type { Row, RowBlocks } from './row.js';

/** The largest number of changes in a transaction over a database: others wait for it. */
const CHANGES_PER_TRANSACTION = 500;

/**
 * Cuts rows into batches of at most so many: each is one transaction, and over HTTP one request. The rows before an error come first.
 */
export async function* batchesOf(blocks: RowBlocks, most: number = CHANGES_PER_TRANSACTION): RowBlocks {
  let rows: Row[] = [];
  let bytes = 0;
  // Bytes are counted only where they could be too many.
  let isCounted = false;
  let position = 0;
  for await (const block of blocks) {
    if (block.isErr()) {
      if (rows.length > 0) yield ok({ rows, position });
      return yield err(block.error);
    }
    position = block.value.position;
    for (const row of block.value.rows) {
      let added = isCounted ? bytesOf([row]) : mostBytesOf(row);
      if (!isCounted && bytes + added > CHANGES_MAX_BYTES) {
        isCounted = true;
        [bytes, added] = [bytesOf(rows), bytesOf([row])];
      }
      if (rows.length > 0 && (rows.length === most || bytes + added > CHANGES_MAX_BYTES)) {
        // The rows of a user that follow each other stay together, if they fit into a request.
        const begun = rows.findLastIndex(({ user }) => user !== row.user) + 1;
        const kept = begun > 0 ? rows.slice(begun) : [];
        yield ok({ rows: kept.length > 0 ? rows.slice(0, begun) : rows, position });
        [rows, bytes, isCounted] = [kept, bytesOf(kept), false];
      }
      rows.push(row);
      bytes += added;
    }
  }
  if (rows.length > 0) yield ok({ rows, position });
}

/** Brings the rows of each user together, so that a dry run judges a later row on what the earlier ones would leave. */
export async function* byUser(blocks: RowBlocks): RowBlocks {
  const ofUsers = new Map<string | Row, Row[]>();
  let position = 0;
  for await (const block of blocks) {
    if (block.isErr()) return yield err(block.error);
    position = block.value.position;
    for (const row of block.value.rows) {
      const user = 'problem' in row ? row : row.user;
      const rows = ofUsers.get(user) ?? [];
      ofUsers.set(user, rows);
      rows.push(row);
    }
  }
  for (const rows of ofUsers.values()) yield ok({ rows, position });
}

/** The largest batch: rows take about 2 KiB of memory each, and others wait for about 60 µs for each. */
const MAX_WHOLE_ROWS = 200_000;
/** The same in bytes of a file, for long rows. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;
const TOO_MUCH: InvalidInput = invalidInput(
  '--atomic takes at most 200,000 rows and 64 MiB of a file at once; split them',
);

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
