import { CsvTable } from '../values/csv.js';
import type { AuditEntryJson } from './present-audit-entry.js';

/** Entries as CSV; lists are JSON in one cell. */
export const AUDIT_CSV: CsvTable<AuditEntryJson> = new CsvTable({
  id: ({ id }) => id,
  time: ({ time }) => time,
  actor: ({ actor }) => actor,
  actorEmail: ({ actorUser }) => actorUser?.email,
  source: ({ source }) => source,
  action: ({ action }) => action,
  userId: ({ userId }) => userId,
  userEmail: ({ user }) => user?.email,
  requested: ({ requested }) => requested,
  added: ({ added }) => added,
  removed: ({ removed }) => removed,
  ends: ({ ends }) => ends && Object.entries(ends).map(([one, end]) => `${one} ${end ?? ''}`.trim()),
  issuer: ({ identity }) => identity?.issuer,
  subject: ({ identity }) => identity?.subject,
  before: ({ before }) => before,
  after: ({ after }) => after,
  requestId: ({ requestId }) => requestId,
  reason: ({ reason }) => reason,
  batch: ({ batch }) => batch,
  reverts: ({ reverts }) => reverts,
  previous: ({ seal }) => seal.previous,
  digest: ({ seal }) => seal.digest,
  keyId: ({ seal }) => seal.keyId,
  signature: ({ seal }) => seal.signature,
});
