import { bytesOf, CHANGES_MAX_BYTES, mostBytesOf } from './request-size.js';
import type { Row } from './row.js';

/** The largest number of changes in a transaction over a database: others wait for it. */
const CHANGES_PER_TRANSACTION = 500;

/** Cuts rows into batches of at most so many: each is one transaction, and over HTTP one request. */
export function* batchesOf(
  all: readonly Row[],
  most: number = CHANGES_PER_TRANSACTION,
): Generator<readonly Row[], void> {
  let rows: Row[] = [];
  let bytes = 0;
  // Bytes are counted only where they could be too many.
  let isCounted = false;
  for (const row of all) {
    let added = isCounted ? bytesOf([row]) : mostBytesOf(row);
    if (!isCounted && bytes + added > CHANGES_MAX_BYTES) {
      isCounted = true;
      [bytes, added] = [bytesOf(rows), bytesOf([row])];
    }
    if (rows.length > 0 && (rows.length === most || bytes + added > CHANGES_MAX_BYTES)) {
      // The rows of a user that follow each other stay together, if they fit into a request.
      const begun = rows.findLastIndex(({ user }) => user !== row.user) + 1;
      const kept = begun > 0 ? rows.slice(begun) : [];
      yield kept.length > 0 ? rows.slice(0, begun) : rows;
      [rows, bytes, isCounted] = [kept, bytesOf(kept), false];
    }
    rows.push(row);
    bytes += added;
  }
  if (rows.length > 0) yield rows;
}

/** Brings the rows of each user together, so that a dry run judges a later row on what the earlier ones would leave. */
export function byUser(all: readonly Row[]): readonly Row[] {
  const ofUsers = new Map<string | Row, Row[]>();
  for (const row of all) {
    const user = 'problem' in row ? row : row.user;
    const rows = ofUsers.get(user) ?? [];
    ofUsers.set(user, rows);
    rows.push(row);
  }
  return [...ofUsers.values()].flat();
}
