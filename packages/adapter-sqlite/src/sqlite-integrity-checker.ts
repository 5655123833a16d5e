import {
  type IntegrityChecker,
  ok,
  type ResultAsync,
  type StoreFlaw,
  type StoreUnavailable,
} from '@ops-admin/core';
import { AFTER_ALL, lastSets, type StoredSet, unlikeTheTrail } from '@ops-admin/core/adapter';
import Database from 'better-sqlite3';
import { attempt } from './attempt.js';
import type { Connections } from './connections.js';
import { prepareHistory } from './set-history.js';

/** Users in the order of their ids, with the number of their newest entry. */
const USERS = `
  select id, permissions, (select max(id) from audit_entries where user_id = u.id) as entryId
  from users u where id > ? order by id limit ?`;
const USERS_PER_STEP = 500;

/**
 * How many whole sets are kept without an entry of their user: they would be taken for the trail. Those of archives have a
 * sum.
 */
const STRAY_SETS = `
  select count(*) from audit_sets s
  where entry_id > (select coalesce(max(last_id), 0) from audit_archives)
    and not exists (select 1 from audit_entries e where e.id = s.entry_id and e.user_id = s.user_id)`;

/** Where the marks of a list contradict it, `detail` says how. */
const CONTRADICTIONS = `
  select 'list_marks says ' || marked.total || ', but there are ' || counted.total || ' ' || list as detail
  from (select list, sum(rows) as total from list_marks group by list) marked
  join (
    select 'departments' as list, count(*) as total from departments union all select 'users', count(*) from user_keys
  ) counted using (list)
  where marked.total <> counted.total`;

interface DanglingRow {
  readonly table: string;
  readonly parent: string;
}

/** Flaws of a SQLite file. Nothing is written. */
export class SqliteIntegrityChecker implements IntegrityChecker {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  check(): ResultAsync<readonly StoreFlaw[], StoreUnavailable> {
    return attempt(this.#connections, ({ database }) => {
      const damage = damageOf(database);
      // Nothing else that a damaged file says is reliable.
      if (damage.length > 0) return ok(damage);
      // At one moment, so that no change comes in between.
      return ok(
        database.transaction(() => [
          ...contradictionsIn(database),
          ...danglingIn(database),
          ...mismatchesIn(database),
        ])(),
      );
    });
  }
}

/** Unreadable content is a flaw here; other ports fail. */
function damageOf(database: Database.Database): StoreFlaw[] {
  try {
    const rows = database.pragma('integrity_check(20)') as { readonly integrity_check: string }[];
    const found = rows.map((row) => row.integrity_check).filter((detail) => detail !== 'ok');
    return found.map((detail) => ({ type: 'damaged', detail }));
  } catch (cause) {
    const isDamage = cause instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(cause.code);
    if (isDamage) return [{ type: 'damaged', detail: cause.message }];
    throw cause;
  }
}

function contradictionsIn(database: Database.Database): StoreFlaw[] {
  const found = database.prepare<[], string>(CONTRADICTIONS).pluck().all();
  return found.map((detail) => ({ type: 'damaged', detail }));
}

function danglingIn(database: Database.Database): StoreFlaw[] {
  const rows = database.pragma('foreign_key_check') as DanglingRow[];
  const counts = new Map<string, StoreFlaw & { type: 'dangling' }>();
  for (const { parent, table } of rows) {
    const rowsSoFar = counts.get(`${table} ${parent}`)?.rows ?? 0;
    counts.set(`${table} ${parent}`, { type: 'dangling', table, missing: parent, rows: rowsSoFar + 1 });
  }
  const strays = database.prepare<[], number>(STRAY_SETS).pluck().get() ?? 0;
  if (strays > 0) {
    const flaw = { type: 'dangling', table: 'audit_sets', missing: 'audit_entries', rows: strays } as const;
    counts.set('audit_sets audit_entries', flaw);
  }
  return [...counts.values()];
}

function mismatchesIn(database: Database.Database): StoreFlaw[] {
  const users = database.prepare<[string, number], StoredSet>(USERS);
  const historyOf = prepareHistory(database);
  const flaws: StoreFlaw[] = [];
  for (let last = ''; ; ) {
    const page = users.all(last, USERS_PER_STEP);
    const ranges = page.map(({ id: userId }) => ({ userId, firstId: AFTER_ALL, lastId: AFTER_ALL }));
    const sets = lastSets(historyOf(ranges));
    flaws.push(...page.flatMap((row) => unlikeTheTrail(row, sets.get(row.id) ?? [])));
    const end = page.at(-1);
    if (!end || page.length < USERS_PER_STEP) return flaws;
    last = end.id;
  }
}
