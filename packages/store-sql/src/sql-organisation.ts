import {
  type AuditDraft,
  type ChainEnd,
  type DepartmentRecord,
  err,
  type Imported,
  type ImportedDepartment,
  type ImportOptions,
  type ImportUsersError,
  type ObjectId,
  type Organisation,
  ok,
  type ParentCycle,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
  type TrailSigner,
  type User,
  type UsersImported,
  type UserToImport,
} from '@ops-admin/core';
import {
  concludeUserImport,
  planDepartmentImport,
  planUserImport,
  type UserTrail,
  withEntryIds,
} from '@ops-admin/core/adapter';
import { DepartmentWriter } from './department-writer.js';
import type { SqlDatabase } from './sql-database.js';
import { type StoredUser, userColumns, userOf } from './stored-user.js';
import { columnsOf } from './table.js';
import { DEPARTMENTS } from './tables.js';
import {
  JOIN_TRAIL,
  TRAIL_COLUMNS,
  type TrailRow,
  TrailTables,
  TrailWriter,
  trailsIn,
} from './trail-writer.js';
import { findsAdminBeside, ownersOf } from './user-lookups.js';
import { UserWriter } from './user-writer.js';
import { all, chunks, type Work } from './work.js';

const ALL_DEPARTMENTS = `select ${columnsOf(DEPARTMENTS)} from departments`;

type ImportDraft = Omit<AuditDraft, 'requested'>;

/** Imports into a SQL database, each in one transaction. */
export class SqlOrganisation implements Organisation {
  readonly #database: SqlDatabase;
  readonly #signer: TrailSigner;
  readonly #departments: DepartmentWriter;
  readonly #users: UserWriter;
  readonly #trail: TrailTables;

  constructor(database: SqlDatabase, signer: TrailSigner) {
    this.#database = database;
    this.#signer = signer;
    this.#departments = new DepartmentWriter(database.dialect);
    this.#users = new UserWriter(database.dialect);
    this.#trail = new TrailTables(database.dialect);
  }

  importDepartments(
    departments: readonly DepartmentRecord[],
  ): ResultAsync<Imported<ImportedDepartment>, ParentCycle | StoreUnavailable> {
    const writer = this.#departments;
    return this.#database.write(function* (): Work<Result<Imported<ImportedDepartment>, ParentCycle>> {
      const there = yield* all<DepartmentRecord>(ALL_DEPARTMENTS);
      const currents = new Map(there.map((one) => [one.id, one]));
      const plan = planDepartmentImport(departments, currents);
      if (plan.isErr()) return err(plan.error);
      const { records, summary, written } = plan.value;
      yield* writer.write(written, (id) => currents.has(id));
      return ok({ records, summary });
    }, 'much');
  }

  importUsers(
    users: readonly UserToImport[],
    draft: ImportDraft,
    options?: ImportOptions,
  ): ResultAsync<UsersImported, ImportUsersError> {
    return this.#database.write((last, isLast) => this.#import(users, draft, options, last, isLast), 'much');
  }

  *#import(
    users: readonly UserToImport[],
    draft: ImportDraft,
    options: ImportOptions | undefined,
    last: ChainEnd,
    signs: boolean,
  ): Work<Result<UsersImported, ImportUsersError>> {
    const given = users.flatMap(({ identities = [] }) => identities);
    const ownerOf = yield* ownersOf(this.#database.dialect, given);
    const { currents, trails } = yield* this.#read(users.map(({ id }) => id));
    const plan = planUserImport(users, currents, ownerOf, options);
    if (plan.isErr()) return err(plan.error);
    const { entries, lostAdmins, written } = plan.value;
    const hasOtherAdmin =
      options !== undefined &&
      lostAdmins.length > 0 &&
      (yield* findsAdminBeside(currents, options.adminPermission));
    const concluded = concludeUserImport(plan.value, hasOtherAdmin, options);
    if (concluded.isErr()) return err(concluded.error);
    const trail = new TrailWriter(this.#signer, last, trails);
    const recorded = entries.map(({ change, draft: what, userId }, n) => {
      const isLast = signs && n === entries.length - 1;
      const { id } = trail.record(userId, change, { ...draft, ...what }, isLast);
      return { id, userId };
    });
    // New users are written with their sets, so that their entries need not write them.
    const added = [...new Map(written.map((user) => [user.id, user])).values()].map((user) => ({
      ...user,
      permissions: trail.held.get(user.id)?.after ?? user.permissions,
    }));
    yield* this.#users.write(added, (id) => currents.has(id));
    const isWritten = new Set(added.map(({ id }) => id).filter((id) => !currents.has(id)));
    yield* trail.write(this.#trail, this.#users, isWritten);
    return ok(withEntryIds(concluded.value, recorded));
  }

  /** The users who exist, and their newest entries. */
  *#read(userIds: readonly ObjectId[]): Work<{
    readonly currents: ReadonlyMap<ObjectId, User>;
    readonly trails: ReadonlyMap<ObjectId, UserTrail>;
  }> {
    const { dialect } = this.#database;
    const text = `
      select ${userColumns(dialect)}, ${TRAIL_COLUMNS} from users u ${JOIN_TRAIL}
      where ${dialect.isAmong('u.id', 'text')}`;
    const rows: (StoredUser & TrailRow)[] = [];
    for (const some of chunks(userIds)) rows.push(...(yield* all<StoredUser & TrailRow>(text, some)));
    return { currents: new Map(rows.map((row) => [row.id, userOf(row)])), trails: trailsIn(rows) };
  }
}
