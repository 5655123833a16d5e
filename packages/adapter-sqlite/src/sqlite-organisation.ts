import type {
  AuditDraft,
  AuditSealer,
  DepartmentRecord,
  Imported,
  ImportedDepartment,
  ImportOptions,
  ImportUsersError,
  ObjectId,
  Organisation,
  ParentCycle,
  Permission,
  Result,
  ResultAsync,
  StoreUnavailable,
  UsersImported,
  UserToImport,
} from '@ops-admin/core';
import {
  concludeUserImport,
  permissionSetOf,
  planDepartmentImport,
  planUserImport,
  type StoredUser,
  userOf,
  withEntryIds,
} from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { attemptWrite } from './attempt.js';
import type { Connections } from './connections.js';
import { prepareTrail } from './trail-writer.js';
import { USER_COLUMNS } from './user-columns.js';
import { UserWriter } from './user-writer.js';

const DEPARTMENT_COLUMNS = `
  id, name, description, code, parent_id as parentId, manager_id as managerId, created_at as createdAt,
  updated_at as updatedAt`;
const UPSERT_DEPARTMENT = `
  insert into departments
    (id, name, description, code, parent_id, manager_id, created_at, updated_at)
  values (:id, :name, :description, :code, :parentId, :managerId, :createdAt, :updatedAt)
  on conflict (id) do update set
    name = excluded.name, description = excluded.description, code = excluded.code,
    parent_id = excluded.parent_id, manager_id = excluded.manager_id,
    created_at = excluded.created_at, updated_at = excluded.updated_at`;

/** Imports into SQLite, each in one transaction. */
export class SqliteOrganisation implements Organisation {
  readonly #connections: Connections;
  readonly #sealer: AuditSealer;

  constructor(connections: Connections, sealer: AuditSealer) {
    this.#connections = connections;
    this.#sealer = sealer;
  }

  importDepartments(
    departments: readonly DepartmentRecord[],
  ): ResultAsync<Imported<ImportedDepartment>, ParentCycle | StoreUnavailable> {
    return attemptWrite(this.#connections, ({ database }) => {
      const there = database
        .prepare<[], DepartmentRecord>(`select ${DEPARTMENT_COLUMNS} from departments`)
        .all();
      return planDepartmentImport(departments, new Map(there.map((one) => [one.id, one]))).map(
        ({ records, summary, written }) => {
          const upsert = database.prepare<[object]>(UPSERT_DEPARTMENT);
          for (const department of written) upsert.run(department);
          return { records, summary };
        },
      );
    });
  }

  importUsers(
    users: readonly UserToImport[],
    draft: Omit<AuditDraft, 'requested'>,
    options?: ImportOptions,
  ): ResultAsync<UsersImported, ImportUsersError> {
    return attemptWrite(this.#connections, ({ database }): Result<UsersImported, ImportUsersError> => {
      const ownerOf = database
        .prepare<[string, string], ObjectId>(
          'select user_id from user_identities where issuer = ? and subject = ?',
        )
        .pluck();
      const find = database.prepare<[string], StoredUser>(`select ${USER_COLUMNS} from users u where id = ?`);
      const currents = new Map(
        users.flatMap(({ id }) => {
          const row = find.get(id);
          return row ? [[id, userOf(row)] as const] : [];
        }),
      );
      const owner = ({ issuer, subject }: { readonly issuer: string; readonly subject: string }) =>
        ownerOf.get(issuer, subject);
      return planUserImport(users, currents, owner, options).andThen((plan) => {
        const hasOtherAdmin =
          options !== undefined &&
          plan.lostAdmins.length > 0 &&
          hasAdminBeside(database, currents, options.adminPermission);
        return concludeUserImport(plan, hasOtherAdmin, options).map((imported) => {
          const writer = new UserWriter(database);
          const trail = prepareTrail(database, this.#sealer)();
          // First all are removed, because identities can pass from one imported user to another.
          for (const { id } of plan.written) if (currents.has(id)) writer.releaseIdentities(id);
          // New users are inserted with their sets, which their first entry then need not write.
          const inserted = new Set<ObjectId>();
          for (const user of plan.written) {
            if (currents.has(user.id) || inserted.has(user.id)) writer.update(user);
            else {
              writer.insert(user, JSON.stringify(user.permissions));
              inserted.add(user.id);
            }
          }
          const entries = plan.entries.map(({ change, draft: what, userId }) => {
            const isWritten = change.after !== change.before && inserted.delete(userId);
            const write = isWritten ? trail.append : trail.record;
            const { id } = write(userId, change, { ...draft, ...what });
            return { id, userId };
          });
          return withEntryIds(imported, entries);
        });
      });
    });
  }
}

/** Whether anybody except these users is an admin. */
function hasAdminBeside(
  database: Database.Database,
  users: ReadonlyMap<ObjectId, unknown>,
  adminPermission: Permission,
): boolean {
  const others = database.prepare<[], { readonly id: ObjectId; readonly permissions: string }>(
    "select id, permissions from users where permissions <> '[]'",
  );
  for (const { id, permissions } of others.iterate()) {
    if (!users.has(id) && permissionSetOf(permissions).grants(adminPermission)) return true;
  }
  return false;
}
