import type { TrailArchive } from '@ops-admin/core';
import {
  type StoredArchive,
  type StoredChange,
  type StoredRecord,
  type StoredSets,
  StoreFault,
  trailArchiveOf,
} from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';

/** SQL for the columns of a `StoredRecord`. */
export const ENTRY_COLUMNS = `
  id, time, actor, source, action, user_id as userId, requested, before_digest as beforeDigest,
  after_digest as afterDigest, since_sets as sinceSets, request_id as requestId, reason, batch, reverts, issuer, subject,
  covered_entries as coveredEntries, covered_digest as coveredDigest, previous, digest, key_id as keyId`;

/** SQL for a page of entries, in the order of their numbers: those after one, at most so many. */
export const ENTRIES_AFTER: string = `select ${ENTRY_COLUMNS} from audit_entries where id > ? order by id limit ?`;

/** SQL for the columns of a `StoredChange`. */
export const CHANGE_COLUMNS = 'entry_id as entryId, position, is_added as isAdded, permission, module';

/** SQL for the columns of a `StoredSets`. */
export const SETS_COLUMNS = 'user_id as userId, entry_id as entryId, "before", "after"';

const ARCHIVE_COLUMNS = `
  file, time, actor, reason, first_id as firstId, last_id as lastId, previous, last_digest as lastDigest,
  sets_digest as setsDigest, key_id as keyId, digest`;

/** What users held where the newest archive ends. */
export const ARCHIVED_SETS: string = `
  select ${SETS_COLUMNS} from audit_sets where entry_id <= (select coalesce(max(last_id), 0) from audit_archives)`;

const INSERT_ENTRY = `
  insert into audit_entries
    (id, time, actor, source, action, user_id, requested, before_digest, after_digest, since_sets, request_id, reason,
     batch, reverts, issuer, subject, covered_entries, covered_digest, previous, digest, key_id)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_CHANGE =
  'insert into audit_changes (entry_id, position, is_added, permission, module) values (?, ?, ?, ?, ?)';
const INSERT_SETS = 'insert into audit_sets (user_id, entry_id, "before", "after") values (?, ?, ?, ?)';
const INSERT_ARCHIVE = `
  insert into audit_archives
    (last_id, first_id, file, time, actor, reason, previous, last_digest, sets_digest, key_id, digest)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Writes rows of the trail, inside the caller's transaction. */
export interface AuditTable {
  entry(row: StoredRecord): void;
  change(row: StoredChange): void;
  sets(row: StoredSets): void;
  archive(row: StoredArchive): void;
}

/**
 * Prepares the statements. Values are bound by position, not by name: a run of many changes spends much of its time here.
 */
export function auditTable(database: Database.Database): AuditTable {
  const insert = (sql: string) => {
    const statement = database.prepare(sql);
    return (...values: unknown[]) => assertWritten(statement.run(...values));
  };
  const [entry, change, sets, archive] = [INSERT_ENTRY, INSERT_CHANGE, INSERT_SETS, INSERT_ARCHIVE].map(
    insert,
  ) as [Insert, Insert, Insert, Insert];
  return {
    entry: (row) =>
      entry(
        row.id,
        row.time,
        row.actor,
        row.source,
        row.action,
        row.userId,
        row.requested,
        row.beforeDigest,
        row.afterDigest,
        row.sinceSets,
        row.requestId,
        row.reason,
        row.batch,
        row.reverts,
        row.issuer,
        row.subject,
        row.coveredEntries,
        row.coveredDigest,
        row.previous,
        row.digest,
        row.keyId,
      ),
    change: (row) => change(row.entryId, row.position, row.isAdded, row.permission, row.module),
    sets: (row) => sets(row.userId, row.entryId, row.before, row.after),
    archive: (row) =>
      archive(
        row.lastId,
        row.firstId,
        row.file,
        row.time,
        row.actor,
        row.reason,
        row.previous,
        row.lastDigest,
        row.setsDigest,
        row.keyId,
        row.digest,
      ),
  };
}

type Insert = (...values: unknown[]) => void;

/** A foreign trigger can swallow a write: the change would be made without an entry. */
export function assertWritten({ changes }: Database.RunResult): void {
  if (changes !== 1) throw new StoreFault('the database did not keep what was written; check its triggers');
}

/** Every archive, the oldest first. */
export function archivesIn(database: Database.Database): TrailArchive[] {
  const select = `select ${ARCHIVE_COLUMNS} from audit_archives order by last_id`;
  return database.prepare<[], StoredArchive>(select).all().map(trailArchiveOf);
}
