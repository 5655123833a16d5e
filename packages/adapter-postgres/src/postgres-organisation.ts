import {
  type AuditDraft,
  type AuditSealer,
  type DepartmentRecord,
  type ExternalIdentity,
  err,
  type IdentityTaken,
  type ImportSummary,
  type ObjectId,
  type Organisation,
  ok,
  type ParentCycle,
  type ResultAsync,
  type StoreUnavailable,
  type User,
} from '@ops-admin/core';
import { planDepartmentImport, planUserImport, type StoredUser, userOf } from '@ops-admin/core/adapter';
import { AuditWriter } from './audit-writer.js';
import { chunks } from './chunks.js';
import type { Connection, PostgresDatabase } from './postgres-database.js';
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
      const there = await transaction.query<DepartmentRecord>({ text: DEPARTMENTS });
      const plan = planDepartmentImport(departments, new Map(there.map((one) => [one.id, one])));
      if (plan.isErr()) return err(plan.error);
      const { summary, written } = plan.value;
      for (const some of chunks(written)) {
        await transaction.query({ text: UPSERT_DEPARTMENTS, values: [JSON.stringify(some)] });
      }
      return ok(summary);
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
      const currents = await usersOf(transaction, users);
      const plan = planUserImport(users, currents, (identity) => owners.get(keyOf(identity)));
      if (plan.isErr()) return err(plan.error);
      const { changes, summary, written } = plan.value;
      const audit = new AuditWriter(this.#sealer, transaction.last);
      for (const { change, user } of changes) {
        audit.record(user.id, change, { ...draft, requested: [...user.permissions] });
      }
      await writeUsers(transaction, written);
      await audit.write(transaction);
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
    const rows = await connection.query<StoredUser>({
      text: `select ${USER_COLUMNS} from users u where u.id = any ($1::text[])`,
      values: [some.map(({ id }) => id)],
    });
    for (const row of rows) found.set(row.id, userOf(row));
  }
  return found;
}
