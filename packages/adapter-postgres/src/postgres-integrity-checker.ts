import { type IntegrityChecker, ResultAsync, type StoreFlaw, type StoreUnavailable } from '@ops-admin/core';
import { AFTER_ALL, lastSets, type StoredSet, unlikeTheTrail } from '@ops-admin/core/adapter';
import { DatabaseError } from 'pg';
import { isStoreFailure } from './connection-failure.js';
import type { Connection, PostgresDatabase } from './postgres-database.js';
import { historyOf } from './set-history.js';

const TABLES = [
  ...['users', 'user_emails', 'user_identities', 'departments', 'department_counter', 'list_marks'],
  ...['audit_entries', 'audit_changes', 'audit_sets', 'audit_archives', 'audit_counter'],
];

/** How long reading a whole table can take. */
const TABLE_TIMEOUT_MS = 600_000;

/** If the numbers of entries, or those of departments, contradict each other, `detail` says how. */
const CONTRADICTION = `
  select case
      when c.last_id is null then 'audit_counter has lost its row'
      else 'audit_counter says ' || c.last_id || ', but the newest audit entry is ' || newest.id
    end as detail
  from (select coalesce(max(id), 0) as id from audit_entries) newest left join audit_counter c on true
  where c.last_id is null or c.last_id < newest.id
  union all
  select case
      when c.total is null then 'department_counter has lost its row'
      else 'department_counter says ' || c.total || ', but there are ' || counted.total || ' departments'
    end
  from (select count(*) as total from departments) counted left join department_counter c on true
  where c.total is distinct from counted.total
  union all
  select 'list_marks says ' || marked.total || ', but there are ' || counted.total || ' ' || list
  from (select list, sum(rows) as total from list_marks group by list) marked
  join (
    select 'departments' as list, count(*) as total from departments union all select 'users', count(*) from user_keys
  ) counted using (list)
  where marked.total <> counted.total`;
/** Whole sets that are kept without an entry of their user would be taken for the trail; those of archives have a sum. */
const DANGLING = `
  select 'user_emails' as table, 'users' as missing, count(*) as rows from user_emails e
  where not exists (select from users u where u.id = e.user_id)
  union all
  select 'user_identities', 'users', count(*) from user_identities i
  where not exists (select from users u where u.id = i.user_id)
  union all
  select 'audit_sets', 'audit_entries', count(*) from audit_sets s
  where entry_id > (select coalesce(max(last_id), 0) from audit_archives)
    and not exists (select from audit_entries e where e.id = s.entry_id and e.user_id = s.user_id)`;
/** Users in the order of their ids, with the number of their newest entry. */
const USERS = `
  select u.id, u.permissions, (select max(id) from audit_entries where user_id = u.id) as "entryId"
  from users u where u.id > $1 order by u.id limit $2`;
const USERS_PER_STEP = 500;

/** Flaws of a database in PostgreSQL, all of one moment. Nothing is written. */
export class PostgresIntegrityChecker implements IntegrityChecker {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  check(): ResultAsync<readonly StoreFlaw[], StoreUnavailable> {
    return ResultAsync.fromPromise(this.#check(), (cause) => {
      if (!isStoreFailure(cause)) throw cause;
      return { type: 'store-unavailable', cause };
    });
  }

  async #check(): Promise<readonly StoreFlaw[]> {
    const flaws: StoreFlaw[] = [];
    for await (const flaw of this.#database.snapshot(flawsOf, TABLE_TIMEOUT_MS)) flaws.push(flaw);
    return flaws;
  }
}

async function* flawsOf(connection: Connection): AsyncGenerator<StoreFlaw, void> {
  const damage = await damageOf(connection);
  // Nothing else that a damaged table says is reliable.
  if (damage !== undefined) return yield { type: 'damaged', detail: damage };
  const dangling = await connection.query<Omit<StoreFlaw & { type: 'dangling' }, 'type'>>({ text: DANGLING });
  for (const found of dangling) if (found.rows > 0) yield { type: 'dangling', ...found };
  yield* mismatchesIn(connection);
}

async function* mismatchesIn(connection: Connection): AsyncGenerator<StoreFlaw, void> {
  for (let last = ''; ; ) {
    const page = await connection.query<StoredSet>({
      name: 'users-to-check',
      text: USERS,
      values: [last, USERS_PER_STEP],
    });
    const ranges = page.map(({ id: userId }) => ({ userId, firstId: AFTER_ALL, lastId: AFTER_ALL }));
    const sets = lastSets(await historyOf(connection, ranges));
    for (const row of page) yield* unlikeTheTrail(row, sets.get(row.id) ?? []);
    const end = page.at(-1);
    if (!end || page.length < USERS_PER_STEP) return;
    last = end.id;
  }
}

/** Reads everything: the server only reports an unreadable page when it reads it. */
async function damageOf(connection: Connection): Promise<string | undefined> {
  try {
    for (const table of TABLES) {
      await connection.query({ text: `select count(length(one::text)) from ${table} one` });
    }
    const [contradiction] = await connection.query<{ detail: string }>({ text: CONTRADICTION });
    return contradiction?.detail;
  } catch (error) {
    // Data or index corrupted, a file of the server missing or unreadable.
    if (error instanceof DatabaseError && /^(?:XX00[12]|58)/.test(error.code ?? '')) return error.message;
    throw error;
  }
}
