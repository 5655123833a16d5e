import type { AuditEntryJson } from '@ops-admin/core';
import { withoutControls } from './report.js';

const COLUMNS: readonly (readonly [name: string, of: (entry: AuditEntryJson) => unknown])[] = [
  ['id', ({ id }) => id],
  ['time', ({ time }) => time],
  ['actor', ({ actor }) => actor],
  ['source', ({ source }) => source],
  ['action', ({ action }) => action],
  ['userId', ({ userId }) => userId],
  ['requested', ({ requested }) => requested],
  ['added', ({ added }) => added],
  ['removed', ({ removed }) => removed],
  ['before', ({ before }) => before],
  ['after', ({ after }) => after],
  ['requestId', ({ requestId }) => requestId],
  ['reason', ({ reason }) => reason],
  ['batch', ({ batch }) => batch],
  ['reverts', ({ reverts }) => reverts],
  ['previous', ({ seal }) => seal?.previous],
  ['digest', ({ seal }) => seal?.digest],
  ['keyId', ({ seal }) => seal?.keyId],
];

/** The first line of a CSV file of entries (RFC 4180). */
export function csvHeader(): string {
  return `${COLUMNS.map(([name]) => name).join(',')}\r\n`;
}

/** An entry as a line of CSV; lists are JSON in one cell. */
export function csvLine(entry: AuditEntryJson): string {
  return `${COLUMNS.map(([, of]) => cellOf(of(entry))).join(',')}\r\n`;
}

/** What spreadsheets take for the start of a formula, also in its full-width form. */
const FORMULA = /^[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/;

function cellOf(value: unknown): string {
  const text = withoutControls(Array.isArray(value) ? JSON.stringify(value) : String(value ?? ''));
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
