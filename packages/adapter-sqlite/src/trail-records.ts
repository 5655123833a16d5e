import type { AuditRecord } from '@ops-admin/core';
import {
  auditRecordsOf,
  type StoredChange,
  type StoredRecord,
  type StoredSets,
} from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { CHANGE_COLUMNS, SETS_COLUMNS } from './audit-table.js';

/** Prepares what reads the changes of entries, those of each in their order; by one statement, since a trail has many entries. */
export function prepareChanges(
  database: Database.Database,
): (entryIds: readonly number[]) => readonly StoredChange[] {
  const select = database.prepare<[string], StoredChange>(`
    select ${CHANGE_COLUMNS} from audit_changes
    where entry_id in (select value from json_each(?)) order by entry_id, position`);
  return (entryIds) => select.all(JSON.stringify(entryIds));
}

/** Prepares what reads entries as they are kept, of rows read in the same transaction. */
export function prepareRecords(
  database: Database.Database,
): (rows: readonly StoredRecord[]) => readonly AuditRecord[] {
  const changesOf = prepareChanges(database);
  const setsOf = database.prepare<[string], StoredSets>(`
    select ${SETS_COLUMNS} from audit_sets where (user_id, entry_id) in
      (select user_id, id from audit_entries where id in (select value from json_each(?)))`);
  return (rows) => {
    const ids = rows.map(({ id }) => id);
    return auditRecordsOf(rows, changesOf(ids), setsOf.all(JSON.stringify(ids)));
  };
}
