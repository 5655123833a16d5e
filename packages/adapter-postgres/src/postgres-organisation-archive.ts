import {
  type ArchiveNotEmpty,
  type ArchiveRecord,
  type DepartmentRecord,
  err,
  type OrganisationArchive,
  ok,
  type RecordUnfit,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import {
  archivedSetOf,
  archivedUserOf,
  auditRecordsOf,
  type StoredRecord,
  type StoredSets,
  type StoredUser,
  StoreFault,
} from '@ops-admin/core/adapter';
import { ArchiveWriter } from './archive-writer.js';
import { ARCHIVED_SETS, archivesIn, ENTRY_COLUMNS, SETS_COLUMNS } from './audit-table.js';
import { isStoreFailure } from './connection-failure.js';
import type { Connection, PostgresDatabase } from './postgres-database.js';
import { changesOf } from './set-history.js';
import { USER_COLUMNS } from './user-columns.js';

const HAS_ANYTHING = `
  select exists (select from users) or exists (select from departments) or exists (select from user_emails)
    or exists (select from user_identities) or exists (select from audit_entries) or exists (select from audit_sets)
    or exists (select from audit_archives)
    or exists (select from audit_counter where last_id > 0) as "hasAnything"`;
const DEPARTMENTS = `
  select id, name, description, code, parent_id as "parentId", manager_id as "managerId",
    created_at as "createdAt", updated_at as "updatedAt"
  from departments`;
/** How many rows are read at once. */
const ROWS_PER_FETCH = 1000;

/** A whole organisation in PostgreSQL. */
export class PostgresOrganisationArchive implements OrganisationArchive {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async *read(): AsyncGenerator<Result<ArchiveRecord, StoreUnavailable>, void> {
    try {
      for await (const record of this.#database.snapshot(recordsOf)) yield ok(record);
    } catch (cause) {
      if (!isStoreFailure(cause)) throw cause;
      yield err({ type: 'store-unavailable', cause });
    }
  }

  write<E>(
    records: AsyncIterable<Result<ArchiveRecord, E>>,
  ): ResultAsync<undefined, ArchiveNotEmpty | RecordUnfit | StoreUnavailable | E> {
    return this.#database.write<undefined, ArchiveNotEmpty | RecordUnfit | E>(async (transaction) => {
      const [found] = await transaction.query<{ hasAnything: boolean }>({ text: HAS_ANYTHING });
      if (found?.hasAnything !== false) return err({ type: 'archive-not-empty' });
      const writer = new ArchiveWriter(transaction);
      for await (const record of records) {
        if (record.isErr()) return err(record.error);
        const put = await writer.put(record.value);
        if (put.isErr()) return err(put.error);
      }
      // Also if the transaction begins again: the stream was already read.
      if (!writer.hasEnded) throw new StoreFault('the records have no end');
      return ok(undefined);
    }, 'much');
  }
}

async function* recordsOf(connection: Connection): AsyncGenerator<ArchiveRecord, void> {
  for await (const department of rowsOf<DepartmentRecord>(connection, DEPARTMENTS)) {
    yield { type: 'department', department };
  }
  for await (const row of rowsOf<StoredUser>(connection, `select ${USER_COLUMNS} from users u`)) {
    yield { type: 'user', user: archivedUserOf(row) };
  }
  for (const archive of await archivesIn(connection)) yield { type: 'trail-archive', archive };
  for await (const row of rowsOf<StoredSets>(connection, ARCHIVED_SETS, 'user_id')) {
    yield { type: 'archived-set', set: archivedSetOf(row) };
  }
  yield* entriesOf(connection);
  const [counter] = await connection.query<{ id: number }>({
    text: 'select last_id as id from audit_counter',
  });
  if (!counter) throw new StoreFault('audit_counter has lost its row');
  yield { type: 'end', lastEntryId: counter.id };
}

async function* entriesOf(connection: Connection): AsyncGenerator<ArchiveRecord, void> {
  const text = `select ${ENTRY_COLUMNS} from audit_entries where id > $1 order by id limit ${ROWS_PER_FETCH}`;
  const setsText = `select ${SETS_COLUMNS} from audit_sets where entry_id = any ($1::bigint[])`;
  for (let last = 0; ; ) {
    const rows = await connection.query<StoredRecord>({ name: 'archived-entries', text, values: [last] });
    const ids = rows.map(({ id }) => id);
    const changes = await changesOf(connection, ids);
    const sets = await connection.query<StoredSets>({ name: 'archived-sets', text: setsText, values: [ids] });
    for (const entry of auditRecordsOf(rows, changes, sets)) yield { type: 'entry', entry };
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_PER_FETCH) return;
    last = end.id;
  }
}

/** Rows in the order of a column, a page at a time. */
async function* rowsOf<Row>(connection: Connection, select: string, order = 'id'): AsyncGenerator<Row, void> {
  await connection.query({ text: `declare archive no scroll cursor for ${select} order by ${order}` });
  for (;;) {
    const rows = await connection.query<Row>({ text: `fetch ${ROWS_PER_FETCH} from archive` });
    yield* rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await connection.query({ text: 'close archive' });
}
