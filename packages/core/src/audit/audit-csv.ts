import { CsvTable, memberColumns } from '../values/csv.js';
import type { AuditEntryJson } from './present-audit-entry.js';

const own = memberColumns<AuditEntryJson>;

/** Entries as CSV; lists are JSON in one cell. */
export const AUDIT_CSV: CsvTable<AuditEntryJson> = new CsvTable({
  ...own('id', 'time', 'actor'),
  actorEmail: ({ actorUser }) => actorUser?.email,
  ...own('source', 'action', 'userId'),
  userEmail: ({ user }) => user?.email,
  ...own('requested', 'added', 'removed'),
  ends: ({ ends }) => ends && Object.entries(ends).map(([one, end]) => `${one} ${end ?? ''}`.trim()),
  issuer: ({ identity }) => identity?.issuer,
  subject: ({ identity }) => identity?.subject,
  ...own('before', 'after', 'requestId', 'reason', 'batch', 'reverts'),
  previous: ({ seal }) => seal.previous,
  digest: ({ seal }) => seal.digest,
  keyId: ({ seal }) => seal.keyId,
  signature: ({ seal }) => seal.signature,
});
