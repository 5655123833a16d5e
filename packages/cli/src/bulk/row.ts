import { Buffer } from 'node:buffer';
import {
  CHANGES_PER_REQUEST,
  ok,
  parsePermissionList,
  parseReason,
  REASON_MAX_LENGTH,
  type UserChange,
} from '@ops-admin/core';

/** A line that is not a valid change, and why; its row is `invalid`. */
export interface UnreadableRow {
  readonly user: string | null;
  readonly problem: string;
  readonly line?: number;
}

/** The change of users who are only named. */
export type Each =
  | (Pick<UserChange, 'until'> & { readonly permissions: readonly string[] })
  | (Pick<UserChange, 'everything' | 'keepLinks'> & {
      readonly permissions?: undefined;
      readonly until?: undefined;
    });

/** The change that a line asks for, or why it is not valid. */
export type Row = UserChange | UnreadableRow;

export function isChange(row: Row): row is UserChange {
  return !('problem' in row);
}

const NO_REASON = `a reason must be at most ${REASON_MAX_LENGTH} characters, none of them control characters`;

/** Returns the row, or the mistake in its permissions. */
export function checkedRow(row: Row): Row {
  if (!isChange(row)) return row;
  const { ends, line, permissions, reason = '', user } = row;
  const kind = ends ? 'set' : 'remove';
  const listed = permissions === undefined ? ok([]) : parsePermissionList(kind, permissions);
  const problem = listed.match(
    () => {
      if (parseReason(reason).isErr()) return NO_REASON;
      return fitsRequest([row]) ? undefined : 'the permissions of a row must not be longer than 896 KiB';
    },
    ({ path, problem }) => `${path.length > 0 ? 'a permission' : 'a change'} ${problem}`,
  );
  return problem === undefined ? row : { user, problem, ...(line !== undefined && { line }) };
}

/** The largest size of the changes in a request: 896 KiB of JSON. A reason and the name of a run fit into the rest. */
const CHANGES_MAX_BYTES = 896 * 1024;

/** The largest number of changes in a transaction over a database: others wait for it. */
const CHANGES_PER_TRANSACTION = 500;

/** Whether all of these changes fit into one request. */
export function fitsRequest(changes: readonly UserChange[]): boolean {
  return changes.length <= CHANGES_PER_REQUEST && bytesOf(changes) <= CHANGES_MAX_BYTES;
}

/** Cuts rows into batches of at most so many: each is one transaction, and over HTTP one request. */
export function batchesOf(all: readonly Row[], most: number = CHANGES_PER_TRANSACTION): Row[][] {
  const batches: Row[][] = [];
  let rows: Row[] = [];
  let bytes = 0;
  for (const row of all) {
    const added = bytesOf([row]);
    if (rows.length > 0 && (rows.length === most || bytes + added > CHANGES_MAX_BYTES)) {
      // The rows of a user that follow each other stay together, if they fit into a request.
      const begun = rows.findLastIndex(({ user }) => user !== row.user) + 1;
      const kept = begun > 0 ? rows.splice(begun) : [];
      batches.push(rows);
      [rows, bytes] = [kept, bytesOf(kept)];
    }
    rows.push(row);
    bytes += added;
  }
  return rows.length > 0 ? [...batches, rows] : batches;
}

/** Brings the rows of each user together, so that a dry run judges a later row on what the earlier ones would leave. */
export function byUser(all: readonly Row[]): readonly Row[] {
  return [...Map.groupBy(all, (row) => ('problem' in row ? row : row.user)).values()].flat();
}

/** As they are sent: in JSON, each with a comma. */
function bytesOf(rows: readonly Row[]): number {
  return rows.reduce((bytes, row) => bytes + Buffer.byteLength(JSON.stringify(row)) + 1, 0);
}
