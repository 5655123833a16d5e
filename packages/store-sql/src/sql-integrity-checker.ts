import {
  type IntegrityChecker,
  ok,
  type Result,
  type ResultAsync,
  type StoreFlaw,
  type StoreUnavailable,
  type TrailDigest,
} from '@ops-admin/core';
import { lastSets } from '@ops-admin/core/adapter';
import { alteredProfiles, lostSubjects } from './altered-profiles.js';
import type { SqlDatabase } from './sql-database.js';
import { TABLES } from './tables.js';
import { AFTER_ALL, TrailReader } from './trail-reader.js';
import { type StoredSet, unlikeTheTrail } from './unlike-the-trail.js';
import { all, type Work } from './work.js';

/** Where a counter contradicts what it counts, `detail` says how. The newest entry can have a lower number, once archived. */
const CONTRADICTIONS = `
  select case when c.total is null then 'counters has lost its row for ' || counted.name
      else 'counters says ' || c.total || ', but there are ' || counted.total || ' ' || counted.name end as detail
  from (
    select 'departments' as name, count(*) as total from departments union all select 'users', count(*) from user_keys
  ) counted left join counters c on c.name = counted.name
  where c.total is null or c.total <> counted.total
  union all
  select case when c.total is null then 'counters has lost its row for audit_entries'
      else 'counters says ' || c.total || ', but the newest audit entry is ' || newest.id end
  from (select coalesce(max(id), 0) as id from audit_entries) newest left join counters c on c.name = 'audit_entries'
  where c.total is null or c.total < newest.id`;
/** Whole sets that are kept without an entry of their user would be taken for the trail; those of archives have a sum. */
const DANGLING = `
  select 'user_emails' as "table", 'users' as missing, count(*) as "rows" from user_emails e
  where not exists (select 1 from users u where u.id = e.user_id)
  union all
  select 'user_identities', 'users', count(*) from user_identities i
  where not exists (select 1 from users u where u.id = i.user_id)
  union all
  select 'audit_sets', 'audit_entries', count(*) from audit_sets s
  where entry_id > (select coalesce(max(last_id), 0) from audit_archives)
    and not exists (select 1 from audit_entries e where e.id = s.entry_id and e.user_id = s.user_id)`;
const USERS_PER_STEP = 500;
/** Users in the order of their ids, with the number of their newest entry. */
const USERS = `
  select id, permissions, (select max(id) from audit_entries where user_id = u.id) as "entryId"
  from users u where id > ? order by id limit ${USERS_PER_STEP}`;

/** Flaws of a SQL database, all of one moment. Nothing is written. */
export class SqlIntegrityChecker implements IntegrityChecker {
  readonly #database: SqlDatabase;
  readonly #trail: TrailReader;

  constructor(database: SqlDatabase) {
    this.#database = database;
    this.#trail = new TrailReader(database.dialect);
  }

  check(digest?: TrailDigest): ResultAsync<readonly StoreFlaw[], StoreUnavailable> {
    return this.#database.read(() => this.#flaws(digest), 'everything');
  }

  *#flaws(digest: TrailDigest | undefined): Work<Result<readonly StoreFlaw[], never>> {
    const damage = yield* this.#database.dialect.findDamage(TABLES.map(({ name }) => name));
    // Nothing else that a damaged table says is reliable.
    if (damage.length > 0) return ok(damage.map((detail) => ({ type: 'damaged', detail })));
    const contradictions = yield* all<{ detail: string }>(CONTRADICTIONS);
    const dangling = yield* all<Omit<StoreFlaw & { type: 'dangling' }, 'type'>>(DANGLING);
    return ok([
      ...contradictions.map(({ detail }) => ({ type: 'damaged' as const, detail })),
      ...dangling
        .filter(({ rows }) => rows > 0)
        .map(({ missing, rows, table }) => ({ type: 'dangling' as const, table, missing, rows })),
      ...(yield* lostSubjects()),
      ...(yield* this.#mismatches()),
      ...(digest ? yield* alteredProfiles(this.#database.dialect, digest) : []),
    ]);
  }

  *#mismatches(): Work<StoreFlaw[]> {
    const flaws: StoreFlaw[] = [];
    for (let last = ''; ; ) {
      const page = yield* all<StoredSet>(USERS, last);
      const ranges = page.map(({ id: userId }) => ({ userId, firstId: AFTER_ALL, lastId: AFTER_ALL }));
      const sets = lastSets(yield* this.#trail.history(ranges));
      flaws.push(...page.flatMap((row) => unlikeTheTrail(row, sets.get(row.id) ?? [])));
      const end = page.at(-1);
      if (!end || page.length < USERS_PER_STEP) return flaws;
      last = end.id;
    }
  }
}
