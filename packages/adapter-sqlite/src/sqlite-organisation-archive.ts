import {
  type ArchiveNotEmpty,
  type ArchiveRecord,
  type AuditRecord,
  type DepartmentRecord,
  err,
  type OrganisationArchive,
  ok,
  type Result,
  ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import {
  archivedSetOf,
  archivedUserOf,
  type StoredRecord,
  type StoredSets,
  type StoredUser,
  StoreFault,
  storedArchiveOf,
  storedChangesOf,
  storedRecordOf,
  storedSetsOf,
} from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { ARCHIVED_SETS, archivesIn, auditTable, ENTRIES_AFTER } from './audit-table.js';
import { assertInPlace } from './file-in-place.js';
import { type OpenedFile, openFile } from './open-database.js';
import { isStoreFailure } from './store-failure.js';
import { prepareRecords } from './trail-records.js';
import { USER_COLUMNS } from './user-columns.js';
import { UserWriter } from './user-writer.js';

const HAS_ANYTHING = `
  select exists (select 1 from users) or exists (select 1 from departments) or exists (select 1 from user_emails)
    or exists (select 1 from user_identities) or exists (select 1 from audit_entries) or exists (select 1 from audit_sets)
    or exists (select 1 from audit_archives)
    or exists (select 1 from sqlite_sequence where name = 'audit_entries' and seq > 0)`;
const DEPARTMENTS = `
  select id, name, description, code, parent_id as parentId, manager_id as managerId, created_at as createdAt,
    updated_at as updatedAt
  from departments`;
const INSERT_DEPARTMENT = `
  insert into departments (id, name, description, code, parent_id, manager_id, created_at, updated_at)
  values (:id, :name, :description, :code, :parentId, :managerId, :createdAt, :updatedAt)`;
const LAST_ID = "select coalesce(max(seq), 0) from sqlite_sequence where name = 'audit_entries'";

/** Before every entry, also those with numbers that we would never give. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;
const ENTRIES_PER_PAGE = 500;

/** How long writing waits for other processes. */
const WRITE_TIMEOUT_MS = 5000;

/** A whole organisation in a SQLite file. Each call has its own connection, so that others can continue with theirs. */
export class SqliteOrganisationArchive implements OrganisationArchive {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  async *read(): AsyncGenerator<Result<ArchiveRecord, StoreUnavailable>, void> {
    let database: Database.Database | undefined;
    try {
      ({ database } = open(this.#file, true));
      // From here on, all reads are of the moment of the first statement.
      database.exec('begin');
      for (const record of recordsOf(database)) yield ok(record);
    } catch (cause) {
      if (!isStoreFailure(cause)) throw cause;
      yield err({ type: 'store-unavailable', cause });
    } finally {
      database?.close();
    }
  }

  write<E>(
    records: AsyncIterable<Result<ArchiveRecord, E>>,
  ): ResultAsync<undefined, ArchiveNotEmpty | StoreUnavailable | E> {
    return new ResultAsync(this.#write(records));
  }

  async #write<E>(
    records: AsyncIterable<Result<ArchiveRecord, E>>,
  ): Promise<Result<undefined, ArchiveNotEmpty | StoreUnavailable | E>> {
    let database: Database.Database | undefined;
    try {
      const opened = open(this.#file, false);
      database = opened.database;
      database.pragma(`busy_timeout = ${WRITE_TIMEOUT_MS}`);
      database.exec('begin immediate');
      if (database.prepare(HAS_ANYTHING).pluck().get() === 1) return err({ type: 'archive-not-empty' });
      const put = prepareWrite(database);
      let hasEnded = false;
      for await (const record of records) {
        if (record.isErr()) return err(record.error);
        put(record.value);
        hasEnded = record.value.type === 'end';
      }
      if (!hasEnded) throw new StoreFault('the records have no end');
      database.exec('commit');
      assertInPlace(opened.place);
      return ok(undefined);
    } catch (cause) {
      if (!isStoreFailure(cause)) throw cause;
      return err({ type: 'store-unavailable', cause });
    } finally {
      // Undoes what was not committed.
      database?.close();
    }
  }
}

function open(file: string, readOnly: boolean): OpenedFile {
  const opened = openFile(file, { create: false, readOnly });
  if (opened.isErr()) throw new StoreFault(opened.error.message);
  return opened.value;
}

function* recordsOf(database: Database.Database): Generator<ArchiveRecord, void> {
  const rows = <Row>(sql: string) => database.prepare<[], Row>(`${sql} order by id`).iterate();
  for (const department of rows<DepartmentRecord>(DEPARTMENTS)) {
    yield { type: 'department', department };
  }
  for (const row of rows<StoredUser>(`select ${USER_COLUMNS} from users u`)) {
    yield { type: 'user', user: archivedUserOf(row) };
  }
  for (const archive of archivesIn(database)) yield { type: 'trail-archive', archive };
  const archivedSets = database.prepare<[], StoredSets>(`${ARCHIVED_SETS} order by user_id`);
  for (const row of archivedSets.iterate()) yield { type: 'archived-set', set: archivedSetOf(row) };
  const readEntries = prepareRecords(database);
  const entriesAfter = database.prepare<[number, number], StoredRecord>(ENTRIES_AFTER);
  for (let last: number | undefined = BEFORE_ALL; last !== undefined; ) {
    const page = entriesAfter.all(last, ENTRIES_PER_PAGE);
    for (const entry of readEntries(page)) yield { type: 'entry', entry };
    last = page.at(-1)?.id;
  }
  yield { type: 'end', lastEntryId: database.prepare<[], number>(LAST_ID).pluck().get() ?? 0 };
}

function prepareWrite(database: Database.Database): (record: ArchiveRecord) => void {
  const users = new UserWriter(database);
  const insertDepartment = database.prepare<[object]>(INSERT_DEPARTMENT);
  const table = auditTable(database);
  // SQLite itself keeps the newest existing number, if any.
  const noteLast = database.prepare(
    "update sqlite_sequence set seq = max(seq, ?) where name = 'audit_entries'",
  );
  const noteFirst = database.prepare("insert into sqlite_sequence (name, seq) values ('audit_entries', ?)");
  const putEntry = (entry: AuditRecord): void => {
    table.entry(storedRecordOf(entry));
    for (const change of storedChangesOf(entry)) table.change(change);
    const sets = storedSetsOf(entry);
    if (sets) table.sets(sets);
  };
  return (record) => {
    if (record.type === 'department') insertDepartment.run(record.department);
    else if (record.type === 'user') users.insert(record.user, JSON.stringify(record.user.permissions));
    else if (record.type === 'trail-archive') table.archive(storedArchiveOf(record.archive));
    else if (record.type === 'archived-set') {
      const { entryId, permissions, userId } = record.set;
      table.sets({ userId, entryId, before: null, after: JSON.stringify(permissions) });
    } else if (record.type === 'entry') putEntry(record.entry);
    else if (noteLast.run(record.lastEntryId).changes === 0) noteFirst.run(record.lastEntryId);
  };
}
