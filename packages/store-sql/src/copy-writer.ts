import {
  type AuditEntry,
  type CopiedUser,
  type CopyRecord,
  type DepartmentRecord,
  PermissionSet,
  type RecordUnfit,
} from '@ops-admin/core';
import { canBeHeld, endsOf } from '@ops-admin/core/adapter';
import { DepartmentWriter } from './department-writer.js';
import type { Dialect } from './dialect.js';
import type { Transaction } from './sql.js';
import { storedChangesOf, storedEntryOf } from './stored-entry.js';
import { numberOfNewest, TrailTables } from './trail-writer.js';

const RECORDS_PER_WRITE = 1000;

/** The records of one statement; `newestId` comes last. */
interface Taken {
  readonly departments: readonly DepartmentRecord[];
  readonly users: readonly CopiedUser[];
  readonly entries: readonly AuditEntry[];
  readonly newestId: number | undefined;
}

/** Writes the records of another store into an empty database, many at a time. */
export class CopyWriter {
  readonly #dialect: Dialect;
  readonly #departmentWriter: DepartmentWriter;
  readonly #tables: TrailTables;
  #departments: DepartmentRecord[] = [];
  #users: CopiedUser[] = [];
  #entries: AuditEntry[] = [];
  #newestId = 0;
  #hasEnded = false;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#departmentWriter = new DepartmentWriter(dialect);
    this.#tables = new TrailTables(dialect);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get isFull(): boolean {
    const lists = [this.#departments, this.#users, this.#entries];
    return this.#hasEnded || lists.reduce((sum, { length }) => sum + length, 0) >= RECORDS_PER_WRITE;
  }

  /** Takes a record; gives it back if the database cannot hold it as it is. */
  add(record: CopyRecord): RecordUnfit | undefined {
    switch (record.type) {
      case 'department':
        this.#departments.push(record.department);
        return this.#unlessFit('department', record.department.id, Object.values(record.department));
      case 'user':
        this.#users.push(record.user);
        return record.user.permissions.every(canBeHeld)
          ? this.#unlessFit('user', record.user.id, textsOf(record.user))
          : { type: 'record-unfit', kind: 'user', id: record.user.id };
      case 'entry': {
        const { entry } = record;
        this.#entries.push(entry);
        this.#newestId = Math.max(this.#newestId, entry.id);
        return this.#unlessFit('entry', entry.id, [
          ...Object.values(storedEntryOf(entry)),
          ...storedChangesOf(entry).map(({ permission }) => permission),
          entry.identity?.subject,
        ]);
      }
      case 'end':
        this.#newestId = Math.max(this.#newestId, record.lastEntryId);
        this.#hasEnded = true;
        return undefined;
    }
  }

  write(sql: Transaction): Promise<void> {
    const taken = {
      departments: this.#departments,
      users: this.#users,
      entries: this.#entries,
      newestId: this.#hasEnded ? this.#newestId : undefined,
    };
    [this.#departments, this.#users, this.#entries] = [[], [], []];
    return this.#write(sql, taken);
  }

  async #write(sql: Transaction, { departments, entries, newestId, users }: Taken): Promise<void> {
    await this.#departmentWriter.write(sql, departments, () => false);
    await this.#tables.users.write(
      sql,
      users.map(({ ends, permissions, ...user }) => ({
        ...user,
        permissions: PermissionSet.of(permissions, endsOf(ends)),
      })),
      () => false,
    );
    await this.#tables.entries(sql, entries);
    if (newestId !== undefined) await sql.write(numberOfNewest(newestId));
  }

  #unlessFit(
    kind: RecordUnfit['kind'],
    id: RecordUnfit['id'],
    values: readonly unknown[],
  ): RecordUnfit | undefined {
    // Lists are already JSON, which holds every string.
    const isFit = values.every((value) => typeof value !== 'string' || this.#dialect.canBeText(value));
    return isFit ? undefined : { type: 'record-unfit', kind, id };
  }
}

function textsOf({ emails, identities, personalInformation, salt }: CopiedUser): string[] {
  const { firstName, lastName, name } = personalInformation;
  return [
    firstName,
    lastName,
    name,
    salt,
    ...emails,
    ...identities.flatMap(({ issuer, subject }) => [issuer, subject]),
  ];
}
