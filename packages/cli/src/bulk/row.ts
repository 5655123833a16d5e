import {
  ok,
  parsePermissionList,
  parseReason,
  REASON_MAX_LENGTH,
  type Result,
  type UserChange,
} from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import type { FileMistakes } from '../files/file-mistake.js';
import { fitsRequest } from './request-size.js';

/** A line that is not a valid change, and why; its row is `invalid`. */
export interface UnreadableRow {
  readonly user: string | null;
  readonly problem: string;
  /** The line of the file, counted from 1. */
  readonly line?: number;
}

/** What happens to users who are only named: what a row says beside them. */
export type Each =
  | (Pick<UserChange, 'until'> & { readonly permissions: readonly string[] })
  | (Pick<UserChange, 'everything' | 'keepLinks'> & {
      readonly permissions?: undefined;
      readonly until?: undefined;
    });

/** The change that a line asks for, or why it is not valid. */
export type Row = UserChange | UnreadableRow;

/** Whether a row can be carried out. */
export function isChange(row: Row): row is UserChange {
  return !('problem' in row);
}

/** Consecutive rows. */
export interface RowBlock {
  readonly rows: readonly Row[];
  /** How much of the source was read so far, in the unit of its `size`. */
  readonly position: number;
}

/** Where rows come from; the last block can be an error. */
export type RowBlocks = AsyncGenerator<Result<RowBlock, InvalidInput | FileMistakes>, void>;

export interface RowSource {
  readonly blocks: RowBlocks;
  /** The same once more, if they can be read again. */
  again?(): RowBlocks;
  /** The size of the source, in bytes or users; missing if unknown before the end. */
  readonly size?: number;
  /** Whether a row takes the permissions of the command line; missing if it is not known. */
  readonly takesNamed?: boolean;
  /** What is worth a warning before the first row. */
  readonly warnings?: readonly string[];
}

const ROWS_PER_BLOCK = 500;

/** Rows of a list that is known as a whole, some at a time. */
export async function* rowBlocksOf<One>(list: readonly One[], rowOf: (one: One) => Row): RowBlocks {
  for (let start = 0; start < list.length; start += ROWS_PER_BLOCK) {
    const rows = list.slice(start, start + ROWS_PER_BLOCK).map(rowOf);
    yield ok({ rows, position: start + rows.length });
  }
}

const NO_REASON = `a reason must be at most ${REASON_MAX_LENGTH} characters, none of them control characters`;

/** The row, or what is wrong with its permissions (decision 5). */
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
