import type { AuditSealer, ChainEnd, RecordChange } from '@ops-admin/core';
import { AuditChain, type StoredEntry, storedEntryOf } from '@ops-admin/core/adapter';
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

/** An entry as a row. */
export function valuesOf(entry: StoredEntry): unknown[] {
  return [
    entry.id,
    entry.time,
    entry.actor,
    entry.source,
    entry.action,
    entry.userId,
    entry.requested,
    entry.added,
    entry.removed,
    entry.before,
    entry.after,
    entry.requestId,
    entry.reason,
    entry.batch,
    entry.reverts,
    entry.previous,
    entry.digest,
    entry.keyId,
  ];
}

/** Prepares what writes changes with their entries; call the result once inside each transaction. */
export function prepareTrail(database: Database.Database, sealer: AuditSealer): () => RecordChange {
  const setPermissions = database.prepare('update users set permissions = ? where id = ?');
  const findEnd = database.prepare<[], ChainEnd>(`
    select seq as id, (select digest from audit_entries where id = seq) as digest
    from sqlite_sequence where name = 'audit_entries'`);
  const insertEntry = database.prepare(INSERT_ENTRY);

  return () => {
    // Another process may have written the last entry, but none comes between from here on.
    const chain = new AuditChain(sealer, findEnd.get() ?? { id: 0, digest: null });
    return (userId, change, draft) => {
      const entry = chain.append(userId, change, draft);
      const stored = storedEntryOf(entry);
      if (stored.after !== stored.before) setPermissions.run(stored.after, userId);
      insertEntry.run(...valuesOf(stored));
      return entry;
    };
  };
}
