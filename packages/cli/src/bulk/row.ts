import { ok, parsePermissionList, parseReason, REASON_MAX_LENGTH, type UserChange } from '@ops-admin/core';
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

const NO_REASON = `a reason must be at most ${REASON_MAX_LENGTH} characters, none of them control characters`;

/** The row, or what is wrong with its permissions. */
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
