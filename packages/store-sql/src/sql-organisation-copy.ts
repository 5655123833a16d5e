import {
  type AuditRecord,
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
import { CopyWriter } from './copy-writer.js';
import type { Run, SqlDatabase } from './sql-database.js';
import type { StoredRecord } from './stored-record.js';
import { copiedUserOf, keptUserColumns, type StoredKeptUser } from './stored-user.js';
import { columnsOf } from './table.js';
import { DEPARTMENTS } from './tables.js';
import { ENTRIES_AFTER, TrailReader } from './trail-reader.js';
import { all, first, type Work } from './work.js';

const ROWS_PER_PAGE = 1000;
/** Before every entry, also those with numbers that we would never give. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

const HAS_ANYTHING = [
  ...['users', 'departments', 'user_emails', 'user_identities', 'audit_entries', 'audit_sets'],
  "counters where name = 'audit_entries' and total > 0",
]
  .map((rows) => `select 1 as one where exists (select 1 from ${rows})`)
  .join(' union all ');
const DEPARTMENTS_AFTER = `select ${columnsOf(DEPARTMENTS)} from departments where id > ? order by id limit ?`;
const NEWEST = "select total as id from counters where name = 'audit_entries'";

/** A whole organisation in a SQL database. */
export class SqlOrganisationCopy implements OrganisationCopy {
  readonly #database: SqlDatabase;
  readonly #usersAfter: string;
  readonly #trail: TrailReader;

  constructor(database: SqlDatabase) {
    this.#database = database;
    this.#usersAfter = `select ${keptUserColumns(database.dialect)} from users u where u.id > ? order by u.id limit ?`;
    this.#trail = new TrailReader(database.dialect);
  }

  async *read(): AsyncGenerator<Result<CopyRecord, StoreUnavailable>, void> {
    try {
      for await (const record of this.#database.snapshot((run) => this.#records(run))) yield ok(record);
    } catch (cause) {
      if (!this.#database.isFailure(cause)) throw cause;
      yield err({ type: 'store-unavailable', cause });
    }
  }

  write<E>(
    records: AsyncIterable<Result<CopyRecord, E>>,
  ): ResultAsync<undefined, CopyTargetNotEmpty | RecordUnfit | StoreUnavailable | E> {
    return this.#database.fill<undefined, CopyTargetNotEmpty | RecordUnfit | E>(async (run) => {
      if (await run(first(HAS_ANYTHING))) return err({ type: 'copy-target-not-empty' });
      const writer = new CopyWriter(this.#database.dialect);
      // The next records are read while a server writes.
      let writing: Promise<void> = Promise.resolve();
      try {
        for await (const record of records) {
          if (record.isErr()) return err(record.error);
          const unfit = writer.add(record.value);
          if (unfit) return err(unfit);
          if (!writer.isFull) continue;
          await writing;
          writing = run(writer.write());
          void heldBack(writing);
        }
        await writing;
        if (!writer.hasEnded) throw new StoreFault('the records have no end');
        return ok(undefined);
      } finally {
        // What is undone must not go on after that.
        await heldBack(writing);
      }
    });
  }

  async *#records(run: Run): AsyncGenerator<CopyRecord, void> {
    const byId = <Key>({ id }: { readonly id: Key }) => id;
    const rowsAfter =
      <Row>(text: string) =>
      (last: string) =>
        run(all<Row>(text, last, ROWS_PER_PAGE));
    for await (const department of pages('', rowsAfter<DepartmentRecord>(DEPARTMENTS_AFTER), byId<string>)) {
      yield { type: 'department', department };
    }
    for await (const row of pages('', rowsAfter<StoredKeptUser>(this.#usersAfter), byId<string>)) {
      const user: CopiedUser = copiedUserOf(row);
      yield { type: 'user', user };
    }
    const entriesAfter = (last: number) => run(this.#entriesAfter(last));
    for await (const entry of pages(BEFORE_ALL, entriesAfter, byId<number>)) yield { type: 'entry', entry };
    const newest = await run(first<{ id: number }>(NEWEST));
    if (!newest) throw new StoreFault('counters has lost a row');
    yield { type: 'end', lastEntryId: newest.id };
  }

  *#entriesAfter(last: number): Work<readonly AuditRecord[]> {
    return yield* this.#trail.records(yield* all<StoredRecord>(ENTRIES_AFTER, last, ROWS_PER_PAGE));
  }
}

/** Rows in the order of a key, a page at a time; a server reads the next page meanwhile. */
async function* pages<Row, Key>(
  start: Key,
  rowsAfter: (last: Key) => Promise<readonly Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row, void> {
  let next: Promise<readonly Row[]> | undefined = rowsAfter(start);
  try {
    while (next) {
      const rows: readonly Row[] = await next;
      const end = rows.length === ROWS_PER_PAGE ? rows.at(-1) : undefined;
      next = end && rowsAfter(keyOf(end));
      void heldBack(next);
      yield* rows;
    }
  } finally {
    await heldBack(next);
  }
}

/** Has work that goes on meanwhile fail where it is awaited, and not before; over when the work is. */
async function heldBack(work: Promise<unknown> | undefined): Promise<void> {
  await work?.catch(() => {});
}
