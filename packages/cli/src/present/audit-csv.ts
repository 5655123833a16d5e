import type { AuditEntryJson } from '@ops-admin/core';
import { shownLine } from '@ops-admin/service/config';

const COLUMNS: readonly (readonly [name: string, of: (entry: AuditEntryJson) => unknown])[] = [
  ['id', ({ id }) => id],
  ['time', ({ time }) => time],
  ['actor', ({ actor }) => actor],
  ['actorEmail', ({ actorUser }) => actorUser?.email],
  ['source', ({ source }) => source],
  ['action', ({ action }) => action],
  ['userId', ({ userId }) => userId],
  ['userEmail', ({ user }) => user?.email],
  ['requested', ({ requested }) => requested],
  ['added', ({ added }) => added],
  ['removed', ({ removed }) => removed],
  ['ends', ({ ends }) => ends && Object.entries(ends).map(([one, end]) => `${one} ${end ?? ''}`.trim())],
  ['issuer', ({ identity }) => identity?.issuer],
  ['subject', ({ identity }) => identity?.subject],
  ['before', ({ before }) => before],
  ['after', ({ after }) => after],
  ['requestId', ({ requestId }) => requestId],
  ['reason', ({ reason }) => reason],
  ['batch', ({ batch }) => batch],
  ['reverts', ({ reverts }) => reverts],
  ['previous', ({ seal }) => seal.previous],
  ['digest', ({ seal }) => seal.digest],
  ['keyId', ({ seal }) => seal.keyId],
  ['signature', ({ seal }) => seal.signature],
];

/** The first line of a CSV file of entries (RFC 4180). */
export function csvHeader(): string {
  return `${COLUMNS.map(([name]) => name).join(',')}\r\n`;
}

/** An entry as a line of CSV; lists are JSON in one cell. */
export function csvLine(entry: AuditEntryJson): string {
  return `${COLUMNS.map(([, of]) => cellOf(of(entry))).join(',')}\r\n`;
}

/**
 * What spreadsheets take for the start of a formula, also in full-width form: at the start of a cell, or after a character
 * at which many of them split a line, even in quotes.
 */
const FORMULA = /(^|[,;])(["\s]*)([=+\-@\uFF0B\uFF0D\uFF1D\uFF20])/g;

function cellOf(value: unknown): string {
  const harmless = Array.isArray(value)
    ? shownLine(JSON.stringify(value)).replace(FORMULA, (_, separator, quotes, sign: string) => {
        // The same value in JSON.
        return `${separator}${quotes}\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
      })
    : shownLine(String(value ?? '')).replace(FORMULA, "$1'$2$3");
  return /[",]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
