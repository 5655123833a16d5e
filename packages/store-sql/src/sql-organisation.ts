import {
  type ActorRefused,
  type AuditDraft,
  type Clock,
  type DepartmentChangeOptions,
  type DepartmentOutcome,
  type DepartmentRecord,
  type DepartmentRequest,
  type DepartmentToImport,
  err,
  type Imported,
  type ImportedDepartment,
  type ImportOptions,
  type ImportUsersError,
  type KeptUser,
  type ObjectId,
  type Organisation,
  ok,
  type ParentCycle,
  type RecordMistakes,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
  type TrailSigner,
  type UsersImported,
  type UserToImport,
} from '@ops-admin/core';
import {
  concludeUserImport,
  type DepartmentImport,
  mayLeaveNoAdmin,
  planDepartmentImport,
  plannedDraft,
  planUserImport,
  type UserImport,
  withEntry,
  withEntryIds,
} from '@ops-admin/core/adapter';
import { attempt, attemptChange } from './attempt.js';
import { chainEnd } from './chain-end.js';
import { allDepartments, DepartmentChanges } from './department-changes.js';
import { DepartmentWriter } from './department-writer.js';
import type { Sql, Transaction } from './sql.js';
import type { SqlDatabase } from './sql-database.js';
import { StoreTime } from './store-time.js';
import { keptUserColumns, keptUserOf, newSalt, type StoredKeptUser } from './stored-user.js';
import {
  JOIN_TRAIL,
  profilesIn,
  TRAIL_COLUMNS,
  type TrailRow,
  TrailTables,
  TrailWriter,
} from './trail-writer.js';
import { departmentsAmong, emailOwnersOf, erasedAmong, findsAdminBeside, ownersOf } from './user-lookups.js';

type ImportDraft = Omit<AuditDraft, 'requested'>;

interface PlannedImport {
  readonly plan: UserImport;
  readonly imported: UsersImported;
  readonly currents: ReadonlyMap<ObjectId, KeptUser>;
  readonly profiles: ReadonlyMap<ObjectId, string>;
}

/** Imports into a SQL database, each in one transaction. */
export class SqlOrganisation implements Organisation {
  readonly #database: SqlDatabase;
  readonly #signer: TrailSigner | undefined;
  readonly #time: StoreTime;
  readonly #departments: DepartmentWriter;
  readonly #changes: DepartmentChanges;
  readonly #trail: TrailTables;

  /** Without a signer it is only for dry runs; without a clock, time is judged by that of the database. */
  constructor(database: SqlDatabase, signer: TrailSigner | undefined, clock?: Clock) {
    this.#database = database;
    this.#time = new StoreTime(database.dialect, clock);
    this.#signer = signer;
    this.#departments = new DepartmentWriter(database.dialect);
    this.#trail = new TrailTables(database.dialect);
    this.#changes = new DepartmentChanges(database.dialect, this.#time, this.#trail);
  }

  changeDepartments(
    requests: readonly DepartmentRequest[],
    options: DepartmentChangeOptions,
  ): ResultAsync<readonly DepartmentOutcome[], ActorRefused | StoreUnavailable> {
    if (options.dryRun) {
      const judge = () => this.#changes.judge(this.#database, requests, options);
      return attempt(this.#database, judge).map((judged) => judged.map(({ outcome }) => outcome));
    }
    const signer = this.#signer;
    if (!signer) throw new Error('this store is only for dry runs');
    return attemptChange(this.#database, (sql) => this.#changes.make(sql, signer, requests, options));
  }

  importDepartments(
    departments: readonly DepartmentToImport[],
    draft: DepartmentRequest['draft'],
    options?: Pick<ImportOptions, 'dryRun'>,
  ): ResultAsync<Imported<ImportedDepartment>, ParentCycle | RecordMistakes | StoreUnavailable> {
    if (options?.dryRun) {
      const plan = () => this.#planDepartments(this.#database, departments, draft);
      return attempt(this.#database, plan).map(({ records, summary }) => ({ records, summary }));
    }
    const signer = this.#signer;
    if (!signer) throw new Error('this store is only for dry runs');
    return attemptChange(this.#database, (sql) => this.#importDepartments(sql, departments, draft, signer), {
      isLong: true,
    });
  }

  async #importDepartments(
    sql: Transaction,
    departments: readonly DepartmentToImport[],
    draft: DepartmentRequest['draft'],
    signer: TrailSigner,
  ): Promise<Result<Imported<ImportedDepartment>, ParentCycle | RecordMistakes>> {
    const planned = await this.#planDepartments(sql, departments, draft);
    if (planned.isErr()) return err(planned.error);
    const { changed, currents, records, summary, written } = planned.value;
    await this.#departments.write(sql, written, (id) => currents.has(id));
    const trail = await this.#changes.trail(sql, signer, changed);
    const entryIds = new Map(
      changed.map((one, n) => {
        const { id } = trail.department(draft, one, n === changed.length - 1);
        return [(one.before ?? one.after).id, id];
      }),
    );
    await trail.write(sql);
    return ok({ summary, records: records.map((record) => withEntry(record, entryIds.get(record.id))) });
  }

  async #planDepartments(
    sql: Sql,
    departments: readonly DepartmentToImport[],
    { time }: DepartmentRequest['draft'],
  ): Promise<
    Result<
      DepartmentImport & { readonly currents: ReadonlyMap<ObjectId, DepartmentRecord> },
      ParentCycle | RecordMistakes
    >
  > {
    const currents = await allDepartments(sql);
    return planDepartmentImport(departments, currents, time).map((plan) => ({ ...plan, currents }));
  }

  importUsers(
    users: readonly UserToImport[],
    draft: ImportDraft,
    options?: ImportOptions,
  ): ResultAsync<UsersImported, ImportUsersError> {
    if (options?.dryRun) {
      return attempt(this.#database, () => this.#plan(this.#database, users, options)).map(
        ({ imported }) => imported,
      );
    }
    const signer = this.#signer;
    if (!signer) throw new Error('this store is only for dry runs');
    return attemptChange(this.#database, (sql) => this.#import(sql, users, draft, options, signer), {
      isLong: true,
    });
  }

  async #import(
    sql: Transaction,
    users: readonly UserToImport[],
    draft: ImportDraft,
    options: ImportOptions | undefined,
    signer: TrailSigner,
  ): Promise<Result<UsersImported, ImportUsersError>> {
    const planned = await this.#plan(sql, users, options);
    if (planned.isErr()) return err(planned.error);
    const { currents, imported, plan, profiles } = planned.value;
    const trail = new TrailWriter(this.#trail, signer, await chainEnd(sql), profiles);
    const recorded = plan.entries.map((planned, n) => {
      const { change, profile, userId } = planned;
      const isLast = n === plan.entries.length - 1;
      const { id } = trail.record(userId, change, plannedDraft(draft, planned), isLast, profile);
      return { id, userId };
    });
    const written = [...new Map(plan.written.map((user) => [user.id, user])).values()];
    await trail.writeUsers(sql, written, (id) => currents.has(id));
    return ok(withEntryIds(imported, recorded));
  }

  async #plan(
    sql: Sql,
    users: readonly UserToImport[],
    options: ImportOptions | undefined,
  ): Promise<Result<PlannedImport, ImportUsersError>> {
    const given = users.flatMap(({ identities = [] }) => identities);
    const ownerOf = await ownersOf(sql, this.#database.dialect, given);
    const emails = users.flatMap(({ emails = [] }) => emails);
    const emailOwnerOf = await emailOwnersOf(sql, this.#database.dialect, emails);
    const { currents, profiles } = await this.#read(
      sql,
      users.map(({ id }) => id),
    );
    const isNew = users.map(({ id }) => id).filter((id) => !currents.has(id));
    const wasErased = await erasedAmong(sql, this.#database.dialect, isNew);
    const departments = users.flatMap(({ departmentId }) => departmentId ?? []);
    const hasDepartment = await departmentsAmong(sql, this.#database.dialect, departments);
    const now = await this.#time.now(sql);
    const found = { currents, emailOwnerOf, hasDepartment, now, ownerOf, wasErased };
    const plan = planUserImport(users, found, newSalt, options);
    if (plan.isErr()) return err(plan.error);
    const hasOtherAdmin =
      options !== undefined &&
      mayLeaveNoAdmin(plan.value.open) &&
      (await findsAdminBeside(sql, currents, options.adminPermission));
    return concludeUserImport(plan.value, hasOtherAdmin, options).map((imported) => ({
      plan: plan.value,
      imported,
      currents,
      profiles,
    }));
  }

  async #read(sql: Sql, userIds: readonly ObjectId[]): Promise<Pick<PlannedImport, 'currents' | 'profiles'>> {
    const { dialect } = this.#database;
    const text = `
      select ${keptUserColumns(dialect)}, ${TRAIL_COLUMNS} from users u ${JOIN_TRAIL}
      where ${dialect.isAmong('u.id', 'text')}`;
    const rows = await sql.allOf<StoredKeptUser & TrailRow>(text, userIds);
    return { currents: new Map(rows.map((row) => [row.id, keptUserOf(row)])), profiles: profilesIn(rows) };
  }
}
