import type { ObjectId } from '@ops-admin/core';
import { type SetRange, type SetStep, type StoredSets, setStepsOf } from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { SETS_COLUMNS } from './audit-table.js';
import { prepareChanges } from './trail-records.js';

/** Prepares the reading of the steps of users' sets, from the last whole set before a range to its end. */
export function prepareHistory(
  database: Database.Database,
): (ranges: readonly SetRange[]) => readonly SetStep[] {
  const setsBefore = database.prepare<[string, number], StoredSets>(
    `select ${SETS_COLUMNS} from audit_sets where user_id = ? and entry_id < ? order by entry_id desc limit 1`,
  );
  const setsIn = database.prepare<[string, number, number], StoredSets>(
    `select ${SETS_COLUMNS} from audit_sets where user_id = ? and entry_id > ? and entry_id <= ?`,
  );
  const changed = database.prepare<[string, number, number], { id: number; userId: ObjectId }>(`
    select id, user_id as userId from audit_entries
    where user_id = ? and id > ? and id <= ? and before_digest is not after_digest`);
  const changesOf = prepareChanges(database);
  return (ranges) =>
    ranges.flatMap(({ firstId, lastId, userId }) => {
      const base = setsBefore.get(userId, firstId);
      const start = base?.entryId ?? 0;
      const sets = setsIn.all(userId, start, lastId);
      const entries = changed.all(userId, start, lastId);
      return setStepsOf(entries, changesOf(entries.map(({ id }) => id)), base ? [base, ...sets] : sets);
    });
}
