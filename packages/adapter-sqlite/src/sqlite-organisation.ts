import type {
  AuditDraft,
  AuditSealer,
  DepartmentRecord,
  IdentityTaken,
  ImportSummary,
  ObjectId,
  Organisation,
  ParentCycle,
  ResultAsync,
  StoreUnavailable,
  TooManyPermissions,
  User,
} from '@ops-admin/core';
import { planDepartmentImport, planUserImport, type StoredUser, userOf } from '@ops-admin/core/adapter';
import { attemptWrite } from './attempt.js';
import type { Connections } from './connections.js';
import { prepareTrail } from './trail-writer.js';
import { USER_COLUMNS } from './user-columns.js';
import { UserWriter } from './user-writer.js';

const DEPARTMENT_COLUMNS = `
  id, name, description, code, parent_id as parentId, manager_id as managerId, created_at as createdAt,
  updated_at as updatedAt`;
const UPSERT_DEPARTMENT = `
  insert or replace into departments
    (id, name, description, code, parent_id, manager_id, created_at, updated_at)
  values (:id, :name, :description, :code, :parentId, :managerId, :createdAt, :updatedAt)`;

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
  ): ResultAsync<ImportSummary, ParentCycle | StoreUnavailable> {
    return attemptWrite(this.#connections, ({ database }) => {
      const there = database
        .prepare<[], DepartmentRecord>(`select ${DEPARTMENT_COLUMNS} from departments`)
        .all();
      return planDepartmentImport(departments, new Map(there.map((one) => [one.id, one]))).map(
        ({ summary, written }) => {
          const upsert = database.prepare<[object]>(UPSERT_DEPARTMENT);
          for (const department of written) upsert.run(department);
          return summary;
        },
      );
    });
  }

  importUsers(
    users: readonly User[],
    draft: Omit<AuditDraft, 'requested'>,
  ): ResultAsync<ImportSummary, IdentityTaken | TooManyPermissions | StoreUnavailable> {
    return attemptWrite(this.#connections, ({ database }) => {
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
      const plan = planUserImport(users, currents, ({ issuer, subject }) => ownerOf.get(issuer, subject));
      return plan.map(({ entries, summary, written }) => {
        const writer = new UserWriter(database);
        const trail = prepareTrail(database, this.#sealer)();
        // First all go free, because identities may pass from one imported user to another.
        for (const { id } of written) writer.releaseIdentities(id);
        for (const user of written) writer.write(user);
        for (const { change, draft: what, userId } of entries)
          trail.record(userId, change, { ...draft, ...what });
        return summary;
      });
    });
  }
}
