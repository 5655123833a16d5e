import {
  type AuditDraft,
  type AuditSealer,
  type DepartmentRecord,
  err,
  findParentCycle,
  findTakenIdentity,
  type IdentityTaken,
  type ImportSummary,
  type ObjectId,
  type Organisation,
  ok,
  type ParentCycle,
  PermissionSet,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
  type User,
} from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { attemptWrite } from './attempt.js';
import { prepareTrail } from './audit-table.js';
import { USER_COLUMNS, type UserRow, userOf } from './user-row.js';
import { UserWriter } from './user-writer.js';

const UPSERT_DEPARTMENT = `
  insert into departments (id, name, description, code, parent_id, manager_id, created_at, updated_at)
  values (:id, :name, :description, :code, :parentId, :managerId, :createdAt, :updatedAt)
  on conflict (id) do update set
    name = excluded.name, description = excluded.description, code = excluded.code,
    parent_id = excluded.parent_id, manager_id = excluded.manager_id,
    created_at = excluded.created_at, updated_at = excluded.updated_at
  where (name, description, code, parent_id, manager_id, created_at, updated_at) is not
    (excluded.name, excluded.description, excluded.code, excluded.parent_id, excluded.manager_id,
     excluded.created_at, excluded.updated_at)`;

/** Imports into SQLite, each in one transaction. */
export class SqliteOrganisation implements Organisation {
  readonly #database: Database.Database;
  readonly #sealer: AuditSealer;

  constructor(database: Database.Database, sealer: AuditSealer) {
    this.#database = database;
    this.#sealer = sealer;
  }

  importDepartments(
    departments: readonly DepartmentRecord[],
  ): ResultAsync<ImportSummary, ParentCycle | StoreUnavailable> {
    return this.#inTransaction((database) => {
      const parents = database
        .prepare<[], [ObjectId, ObjectId | null]>('select id, parent_id from departments')
        .raw();
      const exists = database.prepare('select 1 from departments where id = ?');
      const upsert = database.prepare<[object]>(UPSERT_DEPARTMENT);

      const cycle = findParentCycle(
        new Map([...parents.all(), ...departments.map(({ id, parentId }) => [id, parentId] as const)]),
      );
      if (cycle) return err({ type: 'parent-cycle', cycle });

      const summary = { created: 0, updated: 0, unchanged: 0 };
      for (const department of departments) {
        const isNew = exists.get(department.id) === undefined;
        const { changes } = upsert.run(department);
        summary[isNew ? 'created' : changes > 0 ? 'updated' : 'unchanged']++;
      }
      return ok(summary);
    });
  }

  importUsers(
    users: readonly User[],
    draft: Omit<AuditDraft, 'requested'>,
  ): ResultAsync<ImportSummary, IdentityTaken | StoreUnavailable> {
    return this.#inTransaction((database) => {
      const ownerOf = database
        .prepare<[object], ObjectId>(
          'select user_id from user_identities where issuer = :issuer and subject = :subject',
        )
        .pluck();
      const find = database.prepare<[string], UserRow>(`select ${USER_COLUMNS} from users u where id = ?`);
      const writer = new UserWriter(database);
      const recordChange = prepareTrail(database, this.#sealer)();

      const taken = findTakenIdentity(users, (identity) => ownerOf.get(identity));
      if (taken) return err(taken);

      const pairs = users.map((user) => {
        const row = find.get(user.id);
        return { user, current: row && userOf(row) };
      });
      // First all go free, because identities may pass from one imported user to another.
      for (const { current } of pairs) if (current) writer.releaseIdentities(current.id);

      const summary = { created: 0, updated: 0, unchanged: 0 };
      for (const { user, current } of pairs) {
        const change = (current?.permissions ?? PermissionSet.of([])).replaceWith(user.permissions);
        const sameSet = change.added.length + change.removed.length === 0;
        summary[!current ? 'created' : sameSet && sameProfile(current, user) ? 'unchanged' : 'updated']++;
        writer.write(user);
        if (!sameSet) recordChange(user.id, change, { ...draft, requested: [...user.permissions] });
      }
      return ok(summary);
    });
  }

  #inTransaction<T, E>(
    work: (database: Database.Database) => Result<T, E>,
  ): ResultAsync<T, E | StoreUnavailable> {
    return attemptWrite(this.#database, () =>
      this.#database.transaction(() => work(this.#database)).immediate(),
    );
  }
}

function sameProfile(a: User, b: User): boolean {
  const profile = ({ emails, personalInformation: { firstName, lastName, name }, identities }: User) =>
    JSON.stringify([
      emails,
      firstName,
      lastName,
      name,
      identities.map(({ issuer, subject }) => [issuer, subject]),
    ]);
  return profile(a) === profile(b);
}
