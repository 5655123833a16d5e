import {
  type AuditDraft,
  type AuditSealer,
  type DepartmentRecord,
  type ExternalIdentity,
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
  type ResultAsync,
  type StoreUnavailable,
  type User,
} from '@ops-admin/core';
import { chunks } from './chunks.js';
import type { Connection, PostgresDatabase } from './postgres-database.js';
import { Trail } from './trail.js';
import { USER_COLUMNS, type UserRow, userOf } from './user-row.js';
import { writeUsers } from './write-users.js';

/** What is already as it shall be is not written, and so not returned. */
const UPSERT_DEPARTMENTS = `
  insert into departments as d (id, name, description, code, parent_id, manager_id, created_at, updated_at)
  select * from json_to_recordset($1::json) as row (
    id text, name text, description text, code text, "parentId" text, "managerId" text, "createdAt" text,
    "updatedAt" text
  )
  on conflict (id) do update set
    name = excluded.name, description = excluded.description, code = excluded.code,
    parent_id = excluded.parent_id, manager_id = excluded.manager_id,
    created_at = excluded.created_at, updated_at = excluded.updated_at
  where (d.name, d.description, d.code, d.parent_id, d.manager_id, d.created_at, d.updated_at) is distinct from
    (excluded.name, excluded.description, excluded.code, excluded.parent_id, excluded.manager_id,
     excluded.created_at, excluded.updated_at)
  returning 1`;
const OWNERS = `
  select i.issuer, i.subject, i.user_id as owner from user_identities i
  join json_to_recordset($1::json) as row (issuer text, subject text) using (issuer, subject)`;

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
  ): ResultAsync<ImportSummary, ParentCycle | StoreUnavailable> {
    return this.#database.write<ImportSummary, ParentCycle>(async (transaction) => {
      const there = await transaction.query<{ id: ObjectId; parentId: ObjectId | null }>({
        text: 'select id, parent_id as "parentId" from departments',
      });
      const parents = new Map(there.map(({ id, parentId }) => [id, parentId]));
      const created = departments.filter(({ id }) => !parents.has(id)).length;
      for (const { id, parentId } of departments) parents.set(id, parentId);
      const cycle = findParentCycle(parents);
      if (cycle) return err({ type: 'parent-cycle', cycle });

      let written = 0;
      for (const some of chunks(departments)) {
        const rows = await transaction.query({ text: UPSERT_DEPARTMENTS, values: [JSON.stringify(some)] });
        written += rows.length;
      }
      return ok({ created, updated: written - created, unchanged: departments.length - written });
    }, 'much');
  }

  importUsers(
    users: readonly User[],
    draft: Omit<AuditDraft, 'requested'>,
  ): ResultAsync<ImportSummary, IdentityTaken | StoreUnavailable> {
    return this.#database.write<ImportSummary, IdentityTaken>(async (transaction) => {
      const owners = await ownersOf(
        transaction,
        users.flatMap(({ identities }) => identities),
      );
      const taken = findTakenIdentity(users, (identity) => owners.get(keyOf(identity)));
      if (taken) return err(taken);

      const currents = await usersOf(transaction, users);
      const trail = new Trail(this.#sealer, transaction.last);
      const summary = { created: 0, updated: 0, unchanged: 0 };
      const written: User[] = [];
      for (const user of users) {
        const current = currents.get(user.id);
        const change = (current?.permissions ?? PermissionSet.of([])).replaceWith(user.permissions);
        const isSameSet = change.added.length + change.removed.length === 0;
        const isSame = current !== undefined && sameProfile(current, user);
        summary[!current ? 'created' : isSameSet && isSame ? 'unchanged' : 'updated']++;
        if (!isSame) written.push(user);
        if (!isSameSet) trail.record(user.id, change, { ...draft, requested: [...user.permissions] });
      }
      await writeUsers(transaction, written);
      await trail.write(transaction);
      return ok(summary);
    }, 'much');
  }
}

async function ownersOf(
  connection: Connection,
  identities: readonly ExternalIdentity[],
): Promise<ReadonlyMap<string, ObjectId>> {
  const owners = new Map<string, ObjectId>();
  for (const some of chunks(identities)) {
    const rows = await connection.query<ExternalIdentity & { readonly owner: ObjectId }>({
      text: OWNERS,
      values: [JSON.stringify(some)],
    });
    for (const { owner, ...identity } of rows) owners.set(keyOf(identity), owner);
  }
  return owners;
}

function keyOf({ issuer, subject }: ExternalIdentity): string {
  return JSON.stringify([issuer, subject]);
}

async function usersOf(connection: Connection, users: readonly User[]): Promise<ReadonlyMap<ObjectId, User>> {
  const found = new Map<ObjectId, User>();
  for (const some of chunks(users)) {
    const rows = await connection.query<UserRow>({
      text: `select ${USER_COLUMNS} from users u where u.id = any ($1::text[])`,
      values: [some.map(({ id }) => id)],
    });
    for (const row of rows) found.set(row.id, userOf(row));
  }
  return found;
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
