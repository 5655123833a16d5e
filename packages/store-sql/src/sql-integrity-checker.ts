import {
  type IntegrityChecker,
  type OnProgress,
  ok,
  type Result,
  type ResultAsync,
  type StoreFlaw,
  type StoreUnavailable,
  type TrailDigest,
} from '@ops-admin/core';
import { lastSets, NOTHING_HELD } from '@ops-admin/core/adapter';
import { alteredProfiles, lostSubjects } from './altered-profiles.js';
import { attempt, attemptChange } from './attempt.js';
import { BatchTable, batchesOff, type WrongBatch } from './batch-table.js';
import {
  countersOff,
  DerivedCheck,
  DerivedFlaws,
  type DerivedSource,
  FIRST_HELD,
  type WrongCounter,
  type WrongRows,
} from './derived-check.js';
import { isSetOfOurs } from './kept-ends.js';
import type { Sql, Transaction } from './sql.js';
import type { SqlDatabase } from './sql-database.js';
import { summaryColumns } from './stored-user.js';
import { type HeldPermission, TABLES } from './tables.js';
import { AFTER_ALL, TrailReader } from './trail-reader.js';
import { type StoredSet, unlikeTheTrail } from './unlike-the-trail.js';
import { countedAnew, UserWriter } from './user-writer.js';
import { WithoutAnEntryCheck } from './without-an-entry.js';

/** Nobody is taken out of the users but by erasing them, of which there is an entry. */
const erasedAfter = (row: string, id: string) =>
  `exists (select 1 from audit_entries x where x.user_id = ${row}.user_id and x.action = 'erase' and x.id >= ${row}.${id})`;
/** Whole sets that are kept without an entry of their user would be taken for the trail. */
const DANGLING = `
  select 'user_emails' as "table", 'users' as missing, count(*) as "rows" from user_emails e
  where not exists (select 1 from users u where u.id = e.user_id)
  union all
  select 'user_identities', 'users', count(*) from user_identities i
  where not exists (select 1 from users u where u.id = i.user_id)
  union all
  select 'user_keys', 'users', count(*) from user_keys k
  where not exists (select 1 from users u where u.id = k.user_id)
  union all
  select 'audit_entries', 'users', count(*) from audit_entries e
  where user_id is not null and not exists (select 1 from users u where u.id = e.user_id) and not ${erasedAfter('e', 'id')}
  union all
  select 'audit_sets', 'users', count(*) from audit_sets s
  where "after" <> '[]' and not exists (select 1 from users u where u.id = s.user_id) and not ${erasedAfter('s', 'entry_id')}
  union all
  select 'audit_changes', 'audit_entries', count(*) from audit_changes where entry_id in (
    select entry_id from (select distinct entry_id from audit_changes) c
    where not exists (select 1 from audit_entries e where e.id = c.entry_id)
  )
  union all
  select 'audit_sets', 'audit_entries', count(*) from audit_sets s
  where not exists (select 1 from audit_entries e where e.id = s.entry_id and e.user_id = s.user_id)`;
/** Looked for where users do not explain all rows: there are many. */
const DANGLING_HELD = `
  select 'user_permissions' as "table", 'users' as missing, count(*) as "rows" from user_permissions p
  where not exists (select 1 from users u where u.id = p.user_id)`;
const USERS = "select total from counters where name = 'users'";
const USERS_PER_STEP = 500;

type Dangling = Omit<StoreFlaw & { type: 'dangling' }, 'type'>;

/** A user with what is made of them, and the number of their newest entry. */
type CheckedUser = StoredSet & DerivedSource;

/** Flaws of a SQL database, all of one moment (decision 6). */
export class SqlIntegrityChecker implements IntegrityChecker {
  readonly #database: SqlDatabase;
  readonly #trail: TrailReader;
  readonly #users: string;
  readonly #withoutAnEntry: WithoutAnEntryCheck;

  constructor(database: SqlDatabase) {
    this.#database = database;
    this.#trail = new TrailReader(database.dialect);
    this.#withoutAnEntry = new WithoutAnEntryCheck(database.dialect, this.#trail);
    this.#users = `
      select ${summaryColumns(database.dialect)}, u.permissions, u.ends,
        (select max(id) from audit_entries where user_id = u.id) as "entryId"
      from users u where u.id > ? order by u.id limit ${USERS_PER_STEP}`;
  }

  check(digest?: TrailDigest, onProgress?: OnProgress): ResultAsync<readonly StoreFlaw[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      let flaws: readonly StoreFlaw[] = [];
      for await (const found of this.#database.snapshot((sql) => this.#check(sql, digest, onProgress)))
        flaws = found;
      return ok(flaws);
    });
  }

  async *#check(
    sql: Sql,
    digest: TrailDigest | undefined,
    onProgress: OnProgress | undefined,
  ): AsyncGenerator<readonly StoreFlaw[], void> {
    yield await this.#flaws(sql, digest, onProgress);
  }

  repair(): ResultAsync<void, StoreUnavailable> {
    return attemptChange(this.#database, (sql) => this.#repair(sql), { isLong: true });
  }

  async #repair(sql: Transaction): Promise<Result<void, never>> {
    const users = new UserWriter(this.#database.dialect);
    const batches = new BatchTable(this.#database.dialect);
    await this.#derived(sql, {
      rows: (wrong) => sql.write(...users.derived(wrong)),
      counter: ({ name, total }) => sql.write(countedAnew(name, total)),
      batch: (wrong) => sql.write(batches.anew(wrong)),
    });
    return ok();
  }

  async #flaws(
    sql: Sql,
    digest: TrailDigest | undefined,
    onProgress: OnProgress = () => {},
  ): Promise<readonly StoreFlaw[]> {
    const { dialect } = this.#database;
    const foreign = (await sql.all<{ object: string }>(dialect.runningObjects))
      .filter(({ object }) => !dialect.ownObjects.includes(object))
      .map(({ object }) => ({ type: 'foreign' as const, object }));
    onProgress({ step: 'damage' });
    const damage = await dialect.findDamage(
      sql,
      TABLES.map(({ name }) => name),
    );
    // Nothing else that a damaged table says is reliable.
    if (damage.length > 0) return [...damage.map(damaged), ...foreign];
    const dangling = await sql.all<Dangling>(DANGLING);
    const users = await sql.first<{ total: number }>(USERS);
    let done = 0;
    const [derived, more] = [new DerivedFlaws(), [] as StoreFlaw[]];
    const isAllExplained = await this.#derived(sql, {
      rows: (wrong) => {
        derived.add(wrong);
      },
      counter: (wrong) => {
        const detail = lossOf(wrong);
        if (detail === undefined) derived.addCounter(wrong);
        else more.push(damaged(detail));
      },
      batch: (wrong) => {
        derived.addBatch(wrong);
      },
      mismatches: (page, readable) => {
        done += page.length;
        onProgress({ step: 'users', done, total: users?.total });
        const unreadable =
          readable.length < page.length ? page.filter((user) => !readable.includes(user)) : [];
        more.push(...unreadable.map(({ id }) => damaged(`what user ${id} holds cannot be read`)));
        return this.#mismatches(sql, readable, more);
      },
    });
    if (!isAllExplained) dangling.push(...(await sql.all<Dangling>(DANGLING_HELD)));
    return [
      ...foreign,
      ...dangling
        .filter(({ rows }) => rows > 0)
        .map(({ missing, rows, table }) => ({ type: 'dangling' as const, table, missing, rows })),
      ...(await lostSubjects(sql)),
      ...more,
      ...(digest
        ? await alteredProfiles(sql, dialect, digest, (now) =>
            onProgress({ step: 'profiles', done: now, total: users?.total }),
          )
        : []),
      ...derived.flaws,
    ];
  }

  /** Goes through everything that is derived, in pages; whether users explain all that is held. */
  async #derived(
    sql: Sql,
    found: {
      rows(wrong: WrongRows): Promise<void> | void;
      counter(wrong: WrongCounter): Promise<void> | void;
      batch(wrong: WrongBatch): Promise<void> | void;
      mismatches?(users: readonly CheckedUser[], readable: readonly CheckedUser[]): Promise<void>;
    },
  ): Promise<boolean> {
    for (const wrong of await countersOff(sql)) await found.counter(wrong);
    for (const wrong of await batchesOff(sql)) await found.batch(wrong);
    const check = new DerivedCheck(this.#database.dialect);
    for (let last: string | undefined = ''; last !== undefined; ) {
      const page: CheckedUser[] = await sql.all<CheckedUser>(this.#users, last);
      const readable = page.filter(isSetOfOurs);
      if (found.mismatches) await found.mismatches(page, readable);
      await found.rows(await check.users(sql, readable));
      last = page.length < USERS_PER_STEP ? undefined : page.at(-1)?.id;
    }
    if (!(await check.hasMore(sql))) return true;
    for (let last: HeldPermission | undefined = FIRST_HELD; last; ) {
      const more: { rows: HeldPermission[]; last?: HeldPermission } = await check.foreign(sql, last);
      await found.rows({ keys: [], missing: [], foreign: more.rows });
      last = more.last;
    }
    return false;
  }

  async #mismatches(sql: Sql, page: readonly CheckedUser[], flaws: StoreFlaw[]): Promise<void> {
    const ranges = page.map(({ id: userId }) => ({ userId, firstId: AFTER_ALL, lastId: AFTER_ALL }));
    const sets = lastSets(await this.#trail.history(sql, ranges));
    flaws.push(...page.flatMap((row) => unlikeTheTrail(row, sets.get(row.id) ?? NOTHING_HELD)));
    flaws.push(...(await this.#withoutAnEntry.users(sql, page)));
  }
}

function damaged(detail: string): StoreFlaw {
  return { type: 'damaged', detail };
}

/** What a counter says of entries that are gone: that cannot be worked out from what is there. */
function lossOf({ kept, name, total }: WrongCounter): string | undefined {
  if (name !== 'audit_entries') return undefined;
  if (kept === null) return 'counters has lost its row for audit_entries';
  return kept > total ? `counters says ${kept}, but the newest audit entry is ${total}` : undefined;
}
