import type { ObjectId } from '@ops-admin/core';
import {
  type SetRange,
  type SetStep,
  type StoredChange,
  type StoredSets,
  setStepsOf,
} from '@ops-admin/core/adapter';
import { CHANGE_COLUMNS } from './audit-table.js';
import type { Connection } from './postgres-database.js';

/** Where the steps of each range begin: at the last whole set before it. */
const RANGES = `
  with ranges as materialized (
    select r.*, coalesce(
        (select max(entry_id) from audit_sets where user_id = r."userId" and entry_id < r."firstId"), 0
      ) as start
    from json_to_recordset($1::json) as r ("userId" text, "firstId" bigint, "lastId" bigint)
  )`;
const SETS = {
  name: 'history-sets',
  text: `${RANGES}
    select s.user_id as "userId", s.entry_id as "entryId", s."before", s."after"
    from ranges r join audit_sets s on s.user_id = r."userId" and s.entry_id >= r.start and s.entry_id <= r."lastId"`,
};
const CHANGED = {
  name: 'history-entries',
  text: `${RANGES}
    select e.id, e.user_id as "userId" from ranges r
    join audit_entries e on e.user_id = r."userId" and e.id > r.start and e.id <= r."lastId"
      and e.before_digest is distinct from e.after_digest`,
};
const CHANGES = {
  name: 'changes-of',
  text: `select ${CHANGE_COLUMNS} from audit_changes where entry_id = any ($1::bigint[]) order by entry_id, position`,
};

/** Reads the steps of users' sets from the last whole set before a range to its end. */
export async function historyOf(
  connection: Connection,
  ranges: readonly SetRange[],
): Promise<readonly SetStep[]> {
  if (ranges.length === 0) return [];
  const values = [JSON.stringify(ranges)];
  const sets = await connection.query<StoredSets>({ ...SETS, values });
  const entries = await connection.query<{ id: number; userId: ObjectId }>({ ...CHANGED, values });
  const changes = await changesOf(
    connection,
    entries.map(({ id }) => id),
  );
  return setStepsOf(entries, changes, sets);
}

/** The changes of entries, those of each in their order. */
export async function changesOf(
  connection: Connection,
  entryIds: readonly number[],
): Promise<readonly StoredChange[]> {
  return entryIds.length === 0 ? [] : connection.query<StoredChange>({ ...CHANGES, values: [entryIds] });
}
