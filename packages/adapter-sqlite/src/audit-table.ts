import {
  type AuditAction,
  type AuditDraft,
  type AuditEntry,
  type AuditSealer,
  type AuditSource,
  entryOf,
  type ObjectId,
  type PermissionChange,
  sealEntry,
  type Timestamp,
} from '@ops-admin/core';
import type Database from 'better-sqlite3';

/** A row of `audit_entries`; the lists are JSON arrays. */
export interface AuditRow {
  readonly id: number;
  readonly time: Timestamp;
  readonly actor: string;
  readonly source: AuditSource;
  readonly action: AuditAction;
  readonly userId: ObjectId;
  readonly requested: string;
  readonly added: string;
  readonly removed: string;
  readonly before: string;
  readonly after: string;
  readonly requestId: string | null;
  readonly reason: string | null;
  readonly batch: string | null;
  readonly reverts: number | null;
  /** All three, or none of them where the entry is from before there was a chain. */
  readonly previous: string | null;
  readonly digest: string | null;
  readonly keyId: string | null;
}

/** SQL for the columns of an {@link AuditRow}. */
export const AUDIT_COLUMNS = `
  id, time, actor, source, action, user_id as userId, requested, added, removed, "before", "after",
  request_id as requestId, reason, batch, reverts, previous, digest, key_id as keyId`;

/** Writes a change and its entry, inside the caller's transaction. */
export type RecordChange = (userId: ObjectId, change: PermissionChange, draft: AuditDraft) => AuditEntry;

/** Prepares {@link RecordChange}. */
export function prepareRecordChange(database: Database.Database, sealer: AuditSealer): RecordChange {
  const setPermissions = database.prepare('update users set permissions = ? where id = ?');
  // Read every time, inside the transaction: another process may have written the last entry.
  const last = database.prepare<[], { readonly id: number; readonly digest: string | null }>(`
    select seq as id, (select digest from audit_entries where id = seq) as digest
    from sqlite_sequence where name = 'audit_entries'`);
  const insertEntry = database.prepare(`
    insert into audit_entries
      (id, time, actor, source, action, user_id, requested, added, removed, "before", "after", request_id, reason,
       batch, reverts, previous, digest, key_id)
    values
      (:id, :time, :actor, :source, :action, :userId, :requested, :added, :removed, :before, :after, :requestId,
       :reason, :batch, :reverts, :previous, :digest, :keyId)`);

  return (userId, change, draft) => {
    const { id, digest } = last.get() ?? { id: 0, digest: null };
    const entry = sealEntry(sealer, digest ?? '', entryOf(id + 1, userId, draft, change));
    const before = JSON.stringify(entry.before);
    const after = JSON.stringify(entry.after);
    if (after !== before) setPermissions.run(after, userId);
    insertEntry.run({
      ...entry,
      requested: JSON.stringify(entry.requested),
      added: JSON.stringify(entry.added),
      removed: JSON.stringify(entry.removed),
      before,
      after,
      requestId: entry.requestId ?? null,
      reason: entry.reason ?? null,
      batch: entry.batch ?? null,
      reverts: entry.reverts ?? null,
      ...entry.seal,
      seal: undefined,
    });
    return entry;
  };
}

export function auditEntryOf(row: AuditRow): AuditEntry {
  const { requestId, reason, batch, reverts, previous, digest, keyId, ...entry } = row;
  const list = (json: string) => JSON.parse(json) as string[];
  return {
    ...entry,
    requested: list(row.requested),
    added: list(row.added),
    removed: list(row.removed),
    before: list(row.before),
    after: list(row.after),
    ...(requestId !== null && { requestId }),
    ...(reason !== null && { reason }),
    ...(batch !== null && { batch }),
    ...(reverts !== null && { reverts }),
    ...(previous !== null && digest !== null && keyId !== null && { seal: { previous, digest, keyId } }),
  };
}
