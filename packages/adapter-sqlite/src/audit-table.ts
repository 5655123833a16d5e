import {
  type AppliedChange,
  type AuditDraft,
  type AuditEntry,
  type AuditSealer,
  entryOf,
  type ObjectId,
  sealEntry,
} from '@ops-admin/core';
import type Database from 'better-sqlite3';

/** SQL for the columns of a `StoredEntry`. */
export const AUDIT_COLUMNS = `
  id, time, actor, source, action, user_id as userId, requested, added, removed, "before", "after",
  request_id as requestId, reason, batch, reverts, previous, digest, key_id as keyId`;

/** SQL that writes what {@link valuesOf} gives. By place, not by name: a run of many changes spends much of its time here. */
export const INSERT_ENTRY = `
  insert into audit_entries
    (id, time, actor, source, action, user_id, requested, added, removed, "before", "after", request_id, reason,
     batch, reverts, previous, digest, key_id)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** An entry as a row; whoever has the sets as JSON already gives them. */
export function valuesOf(
  { seal, ...entry }: AuditEntry,
  before: string = JSON.stringify(entry.before),
  after: string = JSON.stringify(entry.after),
): unknown[] {
  return [
    entry.id,
    entry.time,
    entry.actor,
    entry.source,
    entry.action,
    entry.userId,
    JSON.stringify(entry.requested),
    JSON.stringify(entry.added),
    JSON.stringify(entry.removed),
    before,
    after,
    entry.requestId ?? null,
    entry.reason ?? null,
    entry.batch ?? null,
    entry.reverts ?? null,
    seal?.previous ?? null,
    seal?.digest ?? null,
    seal?.keyId ?? null,
  ];
}

/** Writes a change and its entry, inside the transaction it was made for. */
export type RecordChange = (userId: ObjectId, change: AppliedChange, draft: AuditDraft) => AuditEntry;

/** Prepares what writes changes; call the result once inside each transaction. */
export function prepareTrail(database: Database.Database, sealer: AuditSealer): () => RecordChange {
  const setPermissions = database.prepare('update users set permissions = ? where id = ?');
  const findLast = database.prepare<[], { readonly id: number; readonly digest: string | null }>(`
    select seq as id, (select digest from audit_entries where id = seq) as digest
    from sqlite_sequence where name = 'audit_entries'`);
  const insertEntry = database.prepare(INSERT_ENTRY);

  return () => {
    // Another process may have written the last entry, but none comes between from here on.
    let last = findLast.get();
    return (userId, change, draft) => {
      const unsealed = entryOf((last?.id ?? 0) + 1, userId, draft, change);
      const entry = sealEntry(sealer, last?.digest ?? '', unsealed);
      const { seal } = entry;
      const before = JSON.stringify(entry.before);
      const after = JSON.stringify(entry.after);
      if (after !== before) setPermissions.run(after, userId);
      insertEntry.run(...valuesOf(entry, before, after));
      last = { id: entry.id, digest: seal.digest };
      return entry;
    };
  };
}
