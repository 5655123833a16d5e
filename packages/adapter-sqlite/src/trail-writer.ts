import type { AppliedChange, AuditDraft, AuditEntry, AuditSealer, ChainEnd, ObjectId } from '@ops-admin/core';
import {
  AuditChain,
  type ChainedChange,
  storedChangesOf,
  storedRecordOf,
  storedSetsOf,
  type UserTrail,
} from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { assertWritten, auditTable } from './audit-table.js';

/** Writes changes with their entries, in one transaction. */
export interface TrailWriter {
  /** Writes the set that a change leaves, and its entry. */
  record(userId: ObjectId, change: AppliedChange, draft: AuditDraft): AuditEntry;
  /** Writes only the entry, for a set that is already written. */
  append(userId: ObjectId, change: AppliedChange, draft: AuditDraft): AuditEntry;
  /** Writes an entry that belongs to no user. */
  seal(draft: AuditDraft): AuditEntry;
}

/** The newest entry there ever was; it may have been archived. */
const CHAIN_END = `
  select seq as id, coalesce(
      (select digest from audit_entries where id = seq),
      (select last_digest from audit_archives where last_id = seq)
    ) as digest
  from sqlite_sequence where name = 'audit_entries'`;
const TRAIL_OF = `
  select key_id as keyId, after_digest as after, since_sets as sinceSets
  from audit_entries where user_id = ? order by id desc limit 1`;

/** Prepares the writing of changes with their entries; call the result once inside each transaction. */
export function prepareTrail(database: Database.Database, sealer: AuditSealer): () => TrailWriter {
  const setPermissions = database.prepare('update users set permissions = ? where id = ?');
  const findEnd = database.prepare<[], ChainEnd>(CHAIN_END);
  const trailOf = database.prepare<[string], UserTrail>(TRAIL_OF);
  const table = auditTable(database);

  const write = ({ entry, record }: ChainedChange): AuditEntry => {
    table.entry(storedRecordOf(record));
    for (const change of storedChangesOf(record)) table.change(change);
    const sets = storedSetsOf(record);
    if (sets) table.sets(sets);
    return entry;
  };

  return () => {
    // Another process may have written the last entry, but from here on none can write in between.
    const chain = new AuditChain(sealer, findEnd.get() ?? { id: 0, digest: null }, (userId) =>
      trailOf.get(userId),
    );
    const append: TrailWriter['append'] = (userId, change, draft) =>
      write(chain.append(userId, change, draft));
    return {
      append,
      record: (userId, change, draft) => {
        if (change.after !== change.before) {
          assertWritten(setPermissions.run(JSON.stringify([...change.after]), userId));
        }
        return append(userId, change, draft);
      },
      seal: (draft) => write(chain.appendSeal(draft)),
    };
  };
}
