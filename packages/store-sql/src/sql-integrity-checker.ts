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
import { attempt, attemptChange } from './attempt.js';
import { BatchTable, batchesOff } from './batch-table.js';
import { changedDepartments } from './changed-departments.js';
import { changedProfiles, missingSubjects, type RecordedUserRow } from './changed-profiles.js';
import { DepartmentWriter } from './department-writer.js';
import {
  codeKeysOff,
  countersOff,
  DerivedFlaws,
  emailKeysOff,
  keysOff,
  type WrongCounter,
} from './derived-check.js';
import type { Sql, Transaction } from './sql.js';
import type { SqlDatabase } from './sql-database.js';
import { keptUserColumns, permissionSetOf } from './stored-user.js';
import { type EmailRow, TABLES } from './tables.js';
import { TrailCheck } from './trail-check.js';
import { TrailReader } from './trail-reader.js';
import { JOIN_TRAIL, TRAIL_COLUMNS } from './trail-writer.js';
import { countedAnew, UserWriter } from './user-writer.js';

/** Only an erasure removes a user, and writes an entry. */
const ERASED =
  "exists (select 1 from audit_entries x where x.user_id = e.user_id and x.action = 'erase' and x.id >= e.id)";
const ofNobody = (table: string) => `
  select '${table}' as "table", 'users' as missing, count(*) as "rows" from ${table} o
  where not exists (select 1 from users u where u.id = o.user_id)`;
const DANGLING = `
  ${['user_emails', 'user_identities', 'user_keys', 'user_permissions'].map(ofNobody).join(' union all ')}
  union all
  select 'audit_entries', 'users', count(*) from audit_entries e
  where user_id is not null and not exists (select 1 from users u where u.id = e.user_id) and not ${ERASED}
  union all
  select 'audit_changes', 'audit_entries', count(*) from audit_changes where entry_id in (
    select entry_id from (select distinct entry_id from audit_changes) c
    where not exists (select 1 from audit_entries e where e.id = c.entry_id)
  )`;
const USERS = "select total from counters where name = 'users'";
const USERS_PER_STEP = 500;

type Dangling = Omit<StoreFlaw & { type: 'dangling' }, 'type'>;

export class SqlIntegrityChecker implements IntegrityChecker {
  readonly #database: SqlDatabase;
  readonly #trail: TrailCheck;
  readonly #users: string;

  constructor(database: SqlDatabase) {
    const { dialect } = database;
    this.#database = database;
    this.#trail = new TrailCheck(new TrailReader(dialect));
    this.#users = `
      select ${keptUserColumns(dialect)}, ${TRAIL_COLUMNS} from users u ${JOIN_TRAIL}
      where u.id > ? order by u.id limit ${USERS_PER_STEP}`;
  }

  check(digest?: TrailDigest, onProgress?: OnProgress): ResultAsync<readonly StoreFlaw[], StoreUnavailable> {
    return attempt(this.#database, async () =>
      ok(await this.#database.readAlone((sql) => this.#flaws(sql, digest, onProgress))),
    );
  }

  repair(): ResultAsync<void, StoreUnavailable> {
    return attemptChange(this.#database, (sql) => this.#repair(sql), { isLong: true });
  }

  async #repair(sql: Transaction): Promise<Result<void, never>> {
    const { dialect } = this.#database;
    const [users, batches] = [new UserWriter(dialect), new BatchTable(dialect)];
    for (const { name, total } of await countersOff(sql)) await sql.write(countedAnew(name, total));
    for (const wrong of await batchesOff(sql)) await sql.write(batches.anew(wrong));
    await sql.write(...new DepartmentWriter(dialect).codeKeys(await codeKeysOff(sql)));
    const emails: EmailRow[] = [];
    for await (const page of this.#pages(sql)) {
      await sql.write(users.keys(await keysOff(sql, dialect, page)));
      emails.push(...(await emailKeysOff(sql, dialect, page)));
    }
    await sql.write(...users.emailKeys(emails));
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
    const total = (await sql.first<{ total: number }>(USERS))?.total;
    const [derived, more, profiles] = [new DerivedFlaws(), [] as StoreFlaw[], [] as StoreFlaw[]];
    for (const wrong of await countersOff(sql)) {
      const detail = lossOf(wrong);
      const { kept, name, total } = wrong;
      if (detail === undefined)
        derived.note('counters', `${name} is ${kept ?? 'lost'}, and should be ${total}`);
      else more.push(damaged(detail));
    }
    for (const { batch, isKept, made } of await batchesOff(sql)) {
      const what = made === undefined ? ' has no entry' : isKept ? '' : ' is missing';
      derived.note('audit_batches', `batch ${batch}${what}`);
    }
    for (const { id } of await codeKeysOff(sql)) derived.note('departments', `department ${id}`);
    let done = 0;
    for await (const page of this.#pages(sql)) {
      for (const { userId } of await keysOff(sql, dialect, page)) derived.note('user_keys', `user ${userId}`);
      for (const { userId } of await emailKeysOff(sql, dialect, page))
        derived.note('user_emails', `user ${userId}`);
      const holders = page.map(({ id, permissions }) => ({ id, held: permissionSetOf({ permissions }) }));
      more.push(...(await this.#trail.users(sql, holders)));
      if (digest) profiles.push(...changedProfiles(page, digest));
      done += page.length;
      onProgress({ step: 'users', done, total });
    }
    return [
      ...foreign,
      ...dangling
        .filter(({ rows }) => rows > 0)
        .map(({ missing, rows, table }) => ({ type: 'dangling' as const, table, missing, rows })),
      ...(await missingSubjects(sql)),
      ...more,
      ...profiles,
      ...(digest ? await changedDepartments(sql, digest) : []),
      ...derived.flaws,
    ];
  }

  async *#pages(sql: Sql): AsyncGenerator<readonly RecordedUserRow[], void> {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const page: RecordedUserRow[] = await sql.all<RecordedUserRow>(this.#users, last);
      yield page;
      last = page.length < USERS_PER_STEP ? undefined : page.at(-1)?.id;
    }
  }
}

function damaged(detail: string): StoreFlaw {
  return { type: 'damaged', detail };
}

/** The counter of deleted entries: other rows do not have this number. */
function lossOf({ kept, name, total }: WrongCounter): string | undefined {
  if (name !== 'audit_entries') return undefined;
  if (kept === null) return 'counters has lost its row for audit_entries';
  return kept > total ? `counters says ${kept}, but the newest audit entry is ${total}` : undefined;
}
