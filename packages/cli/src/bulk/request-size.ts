import { Buffer } from 'node:buffer';
import { CHANGES_PER_REQUEST, type UserChange } from '@ops-admin/core';

/** The largest size of the changes in a request: 896 KiB of JSON. A reason and the name of a run fit into the rest. */
export const CHANGES_MAX_BYTES: number = 896 * 1024;

/** Whether all of these changes fit into one request. */
export function fitsRequest(changes: readonly UserChange[]): boolean {
  if (changes.length > CHANGES_PER_REQUEST) return false;
  const most = changes.reduce((bytes, change) => bytes + mostBytesOf(change), 0);
  return most <= CHANGES_MAX_BYTES || bytesOf(changes) <= CHANGES_MAX_BYTES;
}

/** As they are sent: in JSON, each with a comma. */
export function bytesOf(rows: readonly unknown[]): number {
  return rows.reduce<number>((bytes, row) => bytes + Buffer.byteLength(JSON.stringify(row)) + 1, 0);
}

/** No less than {@link bytesOf}, by the lengths of the texts: JSON takes six bytes at most for each unit of them. */
export function mostBytesOf(
  row: UserChange | { readonly user: string | null; readonly problem: string },
): number {
  const { user } = row;
  const texts =
    'problem' in row
      ? [row.problem]
      : [...(row.permissions ?? []), ...Object.entries(row.ends ?? {}).flat(), row.reason ?? ''];
  return texts.reduce((bytes, text) => bytes + 3 + 6 * text.length, 100 + 6 * (user?.length ?? 0));
}
