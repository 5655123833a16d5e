import {
  type AuditDraft,
  type AuditSealer,
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
  type ResultAsync,
  type StoreUnavailable,
  type User,
  type UsersImported,
  type UserToImport,
} from '@ops-admin/core';
import {
  concludeUserImport,
  planDepartmentImport,
  planUserImport,
  type StoredUser,
  userOf,
  withEntryIds,
} from '@ops-admin/core/adapter';
import { findsAdminBeside } from './admin-search.js';
import { chunks } from './chunks.js';
import { ownersOf } from './identity-owners.js';
import type { Connection, PostgresDatabase } from './postgres-database.js';
import { TrailWriter, trailsOf } from './trail-writer.js';
import { USER_COLUMNS } from './user-columns.js';
import { writeUsers } from './write-users.js';

const DEPARTMENTS = `
  select id, name, description, code, parent_id as "parentId", manager_id as "managerId", created_at as "createdAt",
    updated_at as "updatedAt"
  from departments`;
const UPSERT_DEPARTMENTS = `
  insert into departments (id, name, description, code, parent_id, manager_id, created_at, updated_at)
  select * from json_to_recordset($1::json) as row (
    id text, name text, description text, code text, "parentId" text, "managerId" text, "createdAt" text,
    "updatedAt" text
  )
  on conflict (id) do update set
    name = excluded.name, description = excluded.description, code = excluded.code,
    parent_id = excluded.parent_id, manager_id = excluded.manager_id,
    created_at = excluded.created_at, updated_at = excluded.updated_at`;

/** Imports into PostgreSQL, each in one transaction. */
export class PostgresOrganisation implements Organisation {
  readonly #database: PostgresDatabase;
  readonly #sealer: AuditSealer;

  constructor(database: PostgresDatabase, sealer: AuditSealer) {
    this.#database = database;
    this.#sealer = sealer;
  }

  importDepartments(
    departments: readonly DepartmentRecord[],
  ): ResultAsync<Imported<ImportedDepartment>, ParentCycle | StoreUnavailable> {
    return this.#database.write<Imported<ImportedDepartment>, ParentCycle>(async (transaction) => {
      const there = await transaction.query<DepartmentRecord>({ text: DEPARTMENTS });
      const plan = planDepartmentImport(departments, new Map(there.map((one) => [one.id, one])));
      if (plan.isErr()) return err(plan.error);
      const { records, summary, written } = plan.value;
      for (const some of chunks(written)) {
        await transaction.query({ text: UPSERT_DEPARTMENTS, values: [JSON.stringify(some)] });
      }
      return ok({ records, summary });
    }, 'much');
  }

  importUsers(
    users: readonly UserToImport[],
    draft: Omit<AuditDraft, 'requested'>,
    options?: ImportOptions,
  ): ResultAsync<UsersImported, ImportUsersError> {
    return this.#database.write<UsersImported, ImportUsersError>(async (transaction) => {
      const ownerOf = await ownersOf(
        transaction,
        users.flatMap(({ identities = [] }) => identities),
      );
      const currents = await usersOf(transaction, users);
      const plan = planUserImport(users, currents, ownerOf, options);
      if (plan.isErr()) return err(plan.error);
      const { entries, lostAdmins, written } = plan.value;
      const hasOtherAdmin =
        options !== undefined &&
        lostAdmins.length > 0 &&
        (await findsAdminBeside(transaction, new Set(currents.keys()), options.adminPermission));
      const concluded = concludeUserImport(plan.value, hasOtherAdmin, options);
      if (concluded.isErr()) return err(concluded.error);
      const userIds = [...new Set(entries.map(({ userId }) => userId))];
      const trail = new TrailWriter(this.#sealer, transaction.last, await trailsOf(transaction, userIds));
      const recorded = entries.map(({ change, draft: what, userId }) => {
        const { id } = trail.record(userId, change, { ...draft, ...what });
        return { id, userId };
      });
      await writeUsers(transaction, written);
      await trail.write(transaction);
      return ok(withEntryIds(concluded.value, recorded));
    }, 'much');
  }
}

async function usersOf(
  connection: Connection,
  users: readonly UserToImport[],
): Promise<ReadonlyMap<ObjectId, User>> {
  const found = new Map<ObjectId, User>();
  for (const some of chunks(users)) {
    const rows = await connection.query<StoredUser>({
      text: `select ${USER_COLUMNS} from users u where u.id = any ($1::text[])`,
      values: [some.map(({ id }) => id)],
    });
    for (const row of rows) found.set(row.id, userOf(row));
  }
  return found;
}
