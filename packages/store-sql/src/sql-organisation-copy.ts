import {
  type CopiedUser,
  type CopyRecord,
  type CopyTargetNotEmpty,
  type DepartmentRecord,
  err,
  type OrganisationCopy,
  ok,
  type RecordUnfit,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { StoreFault } from '@ops-admin/core/adapter';
import { attemptChange, attemptEach } from './attempt.js';
import { CopyWriter } from './copy-writer.js';
import type { Sql, Transaction } from './sql.js';
import type { SqlDatabase } from './sql-database.js';
import type { StoredEntry } from './stored-entry.js';
import { copiedUserOf, keptUserColumns, type StoredKeptUser } from './stored-user.js';
import { DEPARTMENT_COLUMNS } from './tables.js';
import { ENTRIES_AFTER, TrailReader } from './trail-reader.js';

const ROWS_PER_PAGE = 1000;
/** Before every entry, also those with numbers that we would never give. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

const HAS_ANYTHING = [
  ...['users', 'departments', 'user_emails', 'user_identities', 'audit_entries'],
  "counters where name = 'audit_entries' and total > 0",
]
  .map((rows) => `select 1 as one where exists (select 1 from ${rows})`)
  .join(' union all ');
const DEPARTMENTS_AFTER = `select ${DEPARTMENT_COLUMNS} from departments where id > ? order by id limit ?`;
const NEWEST = "select total as id from counters where name = 'audit_entries'";

export class SqlOrganisationCopy implements OrganisationCopy {
  readonly #database: SqlDatabase;
  readonly #usersAfter: string;
  readonly #trail: TrailReader;

  constructor(database: SqlDatabase) {
    this.#database = database;
    this.#usersAfter = `select ${keptUserColumns(database.dialect)} from users u where u.id > ? order by u.id limit ?`;
    this.#trail = new TrailReader(database.dialect);
  }

  read(): AsyncGenerator<Result<CopyRecord, StoreUnavailable>, void> {
    return attemptEach(this.#database, (sql) => this.#records(sql));
  }

  write<E>(
    records: AsyncIterable<Result<CopyRecord, E>>,
  ): ResultAsync<undefined, CopyTargetNotEmpty | RecordUnfit | StoreUnavailable | E> {
    return attemptChange<undefined, CopyTargetNotEmpty | RecordUnfit | E>(
      this.#database,
      (sql) => this.#write(sql, records),
      { isLong: true },
    );
  }

  async #write<E>(
    sql: Transaction,
    records: AsyncIterable<Result<CopyRecord, E>>,
  ): Promise<Result<undefined, CopyTargetNotEmpty | RecordUnfit | E>> {
    if (await sql.first(HAS_ANYTHING)) return err({ type: 'copy-target-not-empty' });
    const writer = new CopyWriter(this.#database.dialect);
    for await (const record of records) {
      if (record.isErr()) return err(record.error);
      const unfit = writer.add(record.value);
      if (unfit) return err(unfit);
      if (writer.isFull) await writer.write(sql);
    }
    if (!writer.hasEnded) throw new StoreFault('the records have no end');
    return ok(undefined);
  }

  async *#records(sql: Sql): AsyncGenerator<CopyRecord, void> {
    const byId = <Key>({ id }: { readonly id: Key }) => id;
    const rowsAfter =
      <Row>(text: string) =>
      (last: string) =>
        sql.all<Row>(text, last, ROWS_PER_PAGE);
    for await (const department of pages('', rowsAfter<DepartmentRecord>(DEPARTMENTS_AFTER), byId<string>)) {
      yield { type: 'department', department };
    }
    for await (const row of pages('', rowsAfter<StoredKeptUser>(this.#usersAfter), byId<string>)) {
      const user: CopiedUser = copiedUserOf(row);
      yield { type: 'user', user };
    }
    const entriesAfter = async (last: number) =>
      this.#trail.entries(sql, await sql.all<StoredEntry>(ENTRIES_AFTER, last, ROWS_PER_PAGE));
    for await (const entry of pages(BEFORE_ALL, entriesAfter, byId<number>)) yield { type: 'entry', entry };
    const newest = await sql.first<{ id: number }>(NEWEST);
    if (!newest) throw new StoreFault('counters has lost a row');
    yield { type: 'end', lastEntryId: newest.id };
  }
}

async function* pages<Row, Key>(
  start: Key,
  rowsAfter: (last: Key) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row, void> {
  for (let last: Key | undefined = start; last !== undefined; ) {
    const rows: readonly Row[] = await rowsAfter(last);
    yield* rows;
    const end = rows.length === ROWS_PER_PAGE ? rows.at(-1) : undefined;
    last = end && keyOf(end);
  }
}
