import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Result, StoreUnavailable } from '@ops-admin/core';
import { SealingKeyMissing } from '@ops-admin/core/adapter';
import {
  type Dialect,
  refuseWithin,
  type Sql,
  SqlDatabase,
  type Statement,
  type Transaction,
  WaitedInVain,
} from '@ops-admin/store-sql';
import Database from 'better-sqlite3';
import { isShortage } from './describe-shortage.js';
import { assertInPlace, FileGone, type Place } from './file-in-place.js';
import { type DatabaseUnusable, type OpenDatabaseOptions, openFile } from './open-database.js';
import { SQLITE_DIALECT } from './sqlite-dialect.js';
import { Pace, SqliteSql } from './sqlite-sql.js';
import { Statements } from './statements.js';
import { isBusy, isStoreFailure } from './store-failure.js';

/** How long opening, and each change, waits for other processes by default. */
const WAIT_MS = 5000;

/** How to open a database that is kept open. */
export interface SqliteOptions extends Omit<OpenDatabaseOptions, 'busyTimeoutMs'> {
  /** How long opening and each change wait for other processes, in milliseconds; 5 seconds by default. */
  readonly waitMs?: number | undefined;
}

/**
 * A SQLite database: one connection writes, behind a mutex, and one reads, so that no read shows uncommitted changes. `:memory:` has
 * one connection, whose reads wait for the mutex. The reading connection never has a transaction across an `await`.
 */
export class SqliteDatabase extends SqlDatabase {
  readonly file: string;
  readonly dialect: Dialect = SQLITE_DIALECT;
  readonly waitMs: number;
  readonly #place: Place | undefined;
  readonly #writer: Statements;
  readonly #reader: Statements;
  /** Whether both are the same, and it writes. */
  readonly #isShared: boolean;
  readonly #pace = new Pace();
  readonly #transaction: SqliteSql;
  /** Random, so that no other opening has the same revision. */
  readonly #id: string = randomUUID();
  /** Why the file can no longer be used. */
  #lost: unknown;

  private constructor(
    file: string,
    writer: Database.Database,
    { place, readOnly, waitMs }: { place: Place | undefined; readOnly: boolean; waitMs: number },
  ) {
    super();
    this.file = file;
    this.waitMs = waitMs;
    this.#place = place;
    this.#writer = new Statements(writer);
    this.#isShared = writer.memory && !readOnly;
    this.#reader = writer.memory || readOnly ? this.#writer : new Statements(openOnceMore(writer.name));
    this.#transaction = new SqliteSql(this.#writer, this.#pace);
  }

  /** Opens a database as `openDatabase` does. Errors: {@link DatabaseUnusable}. */
  static open(
    file: string,
    { waitMs = WAIT_MS, ...options }: SqliteOptions = {},
  ): Result<SqliteDatabase, DatabaseUnusable> {
    const { readOnly = false } = options;
    return openFile(file, { ...options, busyTimeoutMs: waitMs }).map(
      ({ database, place }) => new SqliteDatabase(file, database, { place, readOnly, waitMs }),
    );
  }

  async query<Row>({ text, values }: Statement): Promise<Row[]> {
    refuseWithin(this);
    if (this.#isShared) return this.alone(() => this.#writer.all<Row>(text, values));
    await this.#pace.rest();
    return this.#reader.all<Row>(text, values);
  }

  protected async transact<T>(
    work: (sql: Transaction) => Promise<T>,
    { deadline }: { readonly deadline: number },
  ): Promise<T> {
    // Calls that come in this turn of the event loop gather.
    await nextTurn();
    await this.#begin(deadline);
    try {
      const result = await work(this.#transaction);
      await this.assertUsable();
      this.#writer.all('commit');
      return result;
    } finally {
      const { database } = this.#writer;
      if (database.open && database.inTransaction) this.#writer.all('rollback');
    }
  }

  async *snapshot<T>(read: (sql: Sql) => AsyncIterable<T>): AsyncGenerator<T, void> {
    refuseWithin(this);
    const copy = await this.#copy();
    try {
      // All reads are of the moment of the first one.
      copy.all('begin');
      yield* read(new SqliteSql(copy, this.#pace));
    } finally {
      copy.database.close();
    }
  }

  override async assertUsable(): Promise<void> {
    if (this.#lost !== undefined) throw this.#lost;
    assertInPlace(this.#place);
  }

  override async revision(): Promise<string | undefined> {
    const { database } = this.#reader;
    // The reading connection sees each commit of the one that writes as that of another.
    const [one] = this.#reader.all<{ data_version: number }>('pragma data_version');
    if (!this.#isShared) return `${this.#id} ${one?.data_version}`;
    if (database.inTransaction) return undefined;
    const [changes] = this.#reader.all<{ total: number }>('select total_changes() as total');
    return `${this.#id} ${changes?.total}`;
  }

  failureOf(cause: unknown): StoreUnavailable | undefined {
    // A statement of a closed database throws a `TypeError`.
    if (!isStoreFailure(cause) && this.#writer.database.open) return undefined;
    if (isLoss(cause)) this.#lost ??= cause;
    const file = this.#place?.file;
    const noSpaceOn = file !== undefined && isShortage(cause, file) ? dirname(file) : undefined;
    const isLate = isBusy(cause) || cause instanceof WaitedInVain || cause instanceof SealingKeyMissing;
    return {
      type: 'store-unavailable',
      cause,
      ...(isLate && { isBusy: true }),
      ...(noSpaceOn !== undefined && { noSpaceOn }),
    };
  }

  close(): Promise<void> {
    return this.alone(() => {
      this.#reader.database.close();
      // The last connection that closes takes the log away, and must be able to write.
      this.#writer.database.close();
    });
  }

  /** Takes the lock. SQLite's own waiting for other processes would block every other request of this one. */
  async #begin(deadline: number): Promise<void> {
    for (;;) {
      try {
        this.#writer.all('begin immediate');
        return;
      } catch (cause) {
        if (!isBusy(cause) || performance.now() >= deadline) throw cause;
      }
      await sleep(1 + Math.random() * 20);
    }
  }

  /** A connection of its own to what the database holds now. */
  async #copy(): Promise<Statements> {
    const { database } = this.#writer;
    if (database.memory) return new Statements(await this.alone(() => new Database(database.serialize())));
    return new Statements(openOnceMore(database.name));
  }
}

function openOnceMore(file: string): Database.Database {
  return new Database(file, { readonly: true, fileMustExist: true });
}

/** Whether the file itself is at fault, and not one use of it. */
function isLoss(cause: unknown): boolean {
  if (cause instanceof FileGone) return true;
  return cause instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(cause.code);
}
