import {
  type ArchivedSet,
  type ArchivedUser,
  type ArchiveRecord,
  type AuditRecord,
  type DepartmentRecord,
  err,
  ok,
  type RecordUnfit,
  type Result,
} from '@ops-admin/core';
import { storedRecordOf } from '@ops-admin/core/adapter';
import { assertWritten, writeArchive, writeEntries } from './audit-table.js';
import { canBeText } from './can-be-text.js';
import type { Connection } from './postgres-database.js';
import { writeUsers } from './write-users.js';

const INSERT_DEPARTMENTS = `
  insert into departments (id, name, description, code, parent_id, manager_id, created_at, updated_at)
  select * from json_to_recordset($1::json) as row (
    id text, name text, description text, code text, "parentId" text, "managerId" text, "createdAt" text,
    "updatedAt" text
  )`;
const SET_PERMISSIONS = `
  update users u set permissions = row.permissions
  from json_to_recordset($1::json) as row (id text, permissions text) where u.id = row.id`;
const INSERT_SETS = `
  insert into audit_sets (user_id, entry_id, "after")
  select * from json_to_recordset($1::json) as row ("userId" text, "entryId" bigint, "after" text) returning 1`;
const COUNT =
  'update audit_counter set last_id = greatest($1, (select coalesce(max(id), 0) from audit_entries))';

/** How many records are written at once. */
const RECORDS_PER_WRITE = 1000;

/** Writes the records of an archive inside the caller's transaction, many at a time. */
export class ArchiveWriter {
  readonly #connection: Connection;
  #departments: DepartmentRecord[] = [];
  #users: ArchivedUser[] = [];
  #sets: ArchivedSet[] = [];
  #entries: AuditRecord[] = [];
  #hasEnded = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Whether everything is there. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Takes a record, and writes records in groups. Rejects with the error of the server. */
  async put(record: ArchiveRecord): Promise<Result<undefined, RecordUnfit>> {
    switch (record.type) {
      case 'department':
        if (!isFit(Object.values(record.department))) return unfit('department', record.department.id);
        this.#departments.push(record.department);
        break;
      case 'user':
        if (!isFit(textsOf(record.user))) return unfit('user', record.user.id);
        this.#users.push(record.user);
        break;
      case 'trail-archive':
        await writeArchive(this.#connection, record.archive);
        return ok(undefined);
      case 'archived-set':
        this.#sets.push(record.set);
        break;
      case 'entry':
        if (!isFit(Object.values(storedRecordOf(record.entry)))) return unfit('entry', record.entry.id);
        this.#entries.push(record.entry);
        break;
      case 'end':
        await this.#flush();
        await this.#connection.query({ text: COUNT, values: [record.lastEntryId] });
        this.#hasEnded = true;
        return ok(undefined);
    }
    const waiting = this.#departments.length + this.#users.length + this.#sets.length + this.#entries.length;
    if (waiting >= RECORDS_PER_WRITE) await this.#flush();
    return ok(undefined);
  }

  async #flush(): Promise<void> {
    const [departments, users, sets, entries] = [this.#departments, this.#users, this.#sets, this.#entries];
    [this.#departments, this.#users, this.#sets, this.#entries] = [[], [], [], []];
    if (departments.length > 0) await this.#insert(INSERT_DEPARTMENTS, departments);
    if (users.length > 0) {
      await writeUsers(this.#connection, users);
      const sets = users.map(({ id, permissions }) => ({ id, permissions: JSON.stringify(permissions) }));
      await this.#insert(SET_PERMISSIONS, sets);
    }
    if (sets.length > 0) {
      const rows = sets.map(({ permissions, ...set }) => ({ ...set, after: JSON.stringify(permissions) }));
      const written = await this.#connection.query({ text: INSERT_SETS, values: [JSON.stringify(rows)] });
      assertWritten(written.length, rows.length);
    }
    if (entries.length > 0) await writeEntries(this.#connection, entries, []);
  }

  async #insert(text: string, rows: readonly object[]): Promise<void> {
    await this.#connection.query({ text, values: [JSON.stringify(rows)] });
  }
}

function unfit(kind: RecordUnfit['kind'], id: RecordUnfit['id']): Result<never, RecordUnfit> {
  return err({ type: 'record-unfit', kind, id });
}

/** Whether all texts can be kept as they are; lists are already JSON, which holds every string. */
function isFit(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value !== 'string' || canBeText(value));
}

function textsOf({ emails, identities, personalInformation }: ArchivedUser): string[] {
  const { firstName, lastName, name } = personalInformation;
  return [
    firstName,
    lastName,
    name,
    ...emails,
    ...identities.flatMap(({ issuer, subject }) => [issuer, subject]),
  ];
}
