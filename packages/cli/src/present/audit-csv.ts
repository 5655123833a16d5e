import type { AuditEntryJson } from '@ops-admin/core';
import { csvCell } from './csv-cell.js';

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
  return `${COLUMNS.map(([, of]) => csvCell(of(entry))).join(',')}\r\n`;
}
