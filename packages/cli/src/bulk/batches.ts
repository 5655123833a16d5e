import { Buffer } from 'node:buffer';
import { CHANGES_PER_REQUEST, err, ok, type UserChange } from '@ops-admin/core';
import { type InvalidInput, invalidInput } from '../cli-error.js';
import type { Row, RowBlocks } from './row.js';

/** The largest number of changes in a transaction over a database: others wait for it. */
const CHANGES_PER_TRANSACTION = 500;

/** The largest size of the changes in a request: 896 KiB of JSON. A reason and the name of a run fit into the rest. */
const CHANGES_MAX_BYTES = 896 * 1024;

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

/** Whether all of these changes fit into one request. */
export function fitsRequest(changes: readonly UserChange[]): boolean {
  if (changes.length > CHANGES_PER_REQUEST) return false;
  const most = changes.reduce((bytes, change) => bytes + mostBytesOf(change), 0);
  return most <= CHANGES_MAX_BYTES || bytesOf(changes) <= CHANGES_MAX_BYTES;
}

/** As they are sent: in JSON, each with a comma. */
function bytesOf(rows: readonly Row[]): number {
  return rows.reduce((bytes, row) => bytes + Buffer.byteLength(JSON.stringify(row)) + 1, 0);
}

/** No less than {@link bytesOf}, by the lengths of the texts: JSON takes six bytes at most for each unit of them. */
function mostBytesOf(row: Row): number {
  const { user } = row;
  const texts =
    'problem' in row
      ? [row.problem]
      : [...(row.permissions ?? []), ...Object.entries(row.ends ?? {}).flat(), row.reason ?? ''];
  return texts.reduce((bytes, text) => bytes + 3 + 6 * text.length, 100 + 6 * (user?.length ?? 0));
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
