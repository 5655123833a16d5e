import type { GrantJson } from '@ops-admin/core';
import { csvCell } from './csv-cell.js';

/** The columns of `permissions export`; a file of them is what `permissions apply` and `permissions review` take (decision 15). */
const COLUMNS = [
  'user',
  'userId',
  'email',
  'name',
  'department',
  'permission',
  'until',
  'since',
  'by',
  'reason',
  'entry',
  'attestedAt',
  'attestedBy',
] as const satisfies readonly (keyof GrantJson)[];

/** The first line of a CSV file of what users hold (RFC 4180); for a review with a column to fill in. */
export function grantsHeader(isReview = false): string {
  return `${[...COLUMNS, ...(isReview ? ['decision'] : [])].join(',')}\r\n`;
}

/** What a user holds, as a line of CSV. */
export function grantLine(grant: GrantJson, isReview = false): string {
  return `${[...COLUMNS.map((column) => csvCell(grant[column])), ...(isReview ? [''] : [])].join(',')}\r\n`;
}
