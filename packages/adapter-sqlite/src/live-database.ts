import {
  err,
  errAsync,
  type Logger,
  ok,
  Result,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import Database from 'better-sqlite3';
import { isBusy } from './attempt.js';
import {
  FileGone,
  type FileState,
  isSameFile,
  isUnchanged,
  logOf,
  type Place,
  placeOf,
  stateOf,
} from './file-in-place.js';
import { schemaState } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';
import { type DatabaseUnusable, type OpenDatabaseOptions, openDatabase } from './open-database.js';

/** How to open a database that is kept open. */
export interface LiveDatabaseOptions extends Omit<OpenDatabaseOptions, 'migrations'> {
  /** Where it is told that the database is lost, and that it is back. */
  readonly log: Pick<Logger, 'error' | 'info'>;
}

/** The database cannot be used for now; the message is that of {@link DatabaseUnusable}. */
class DatabaseLost extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** A file that was not taken back, and why. */
interface Refusal {
  readonly seen: FileState;
  readonly at: number;
  readonly error: DatabaseLost;
  /** Whether the content was at fault: it is not read again until it has changed. */
  readonly isDamaged: boolean;
}

/** How long a file that was refused is left alone, in milliseconds. */
const REST = 1000;
/** How long taking a file back waits for another process's write, in milliseconds: the event loop stands still. */
const REOPEN_BUSY_TIMEOUT = 100;

type Method = (...args: unknown[]) => ResultAsync<unknown, { readonly type: string }>;

/**
 * A database that outlives its file: what was removed, replaced or damaged under it is let go, and a good file is taken up
 * as soon as it is at the path. Until then every port fails with `store-unavailable`.
 *
 * SQLite itself would not notice: a removed file can still be read and written, and pages of a damaged one are in memory.
 */
export class LiveDatabase {
  readonly #file: string;
  readonly #options: LiveDatabaseOptions;
  #database: Database.Database | undefined;
  /** The open file, when it was looked at last. */
  #seen: FileState;
  /** The files of the database that was lost. */
  #remains: Place | undefined;
  #refusal: Refusal | undefined;
  /** Whether the path was looked at in this turn of the event loop; the reads of a request share a turn. */
  #isFresh = false;
  /** How often the open file was read anew: what a port remembers of it was read before. */
  #readings = 0;
  #isClosed = false;

  private constructor(file: string, options: LiveDatabaseOptions, database: Database.Database) {
    this.#file = file;
    this.#options = options;
    this.#database = database;
    this.#seen = placeOf(database)?.state;
  }

  /** Opens a database as `openDatabase` does. Errors: {@link DatabaseUnusable}. */
  static open(file: string, options: LiveDatabaseOptions): Result<LiveDatabase, DatabaseUnusable> {
    return openDatabase(file, options).map((database) => new LiveDatabase(file, options, database));
  }

  /** The open database, for use at once: the next call may close it. Throws where there is none for now. */
  current(): Database.Database {
    const database = this.#database;
    if (database && this.#isFresh) return database;
    const seen = stateOf(this.#file);
    this.#isFresh = true;
    setImmediate(() => {
      this.#isFresh = false;
    }).unref();
    if (database && isUnchanged(seen, this.#seen)) return database;
    if (database && isSameFile(seen, this.#seen)) {
      this.#readAgain(database, seen);
      return database;
    }
    if (database) this.#lose(database, new FileGone(this.#file));
    return this.#takeBack(seen);
  }

  /** Serves a port from whatever file is in use: `Store` is made anew, with the `rest`, for each, and for each content. */
  port<T extends object, Rest extends readonly unknown[]>(
    Store: new (database: Database.Database, ...rest: Rest) => T,
    ...rest: Rest
  ): T {
    let made:
      | {
          readonly database: Database.Database;
          readonly reading: number;
          readonly store: Record<string, Method>;
        }
      | undefined;
    const notice = (database: Database.Database | undefined, cause: unknown) => {
      if (database && this.#database === database && isLoss(cause)) this.#lose(database, cause);
    };
    const call = (name: string, args: unknown[]): ReturnType<Method> => {
      let database: Database.Database | undefined;
      try {
        const current = this.current();
        database = current;
        const reading = this.#readings;
        if (made?.database !== current || made.reading !== reading) {
          const store = new Store(current, ...rest) as unknown as Record<string, Method>;
          made = { database: current, reading, store };
        }
        const { store } = made;
        const result = (store[name] as Method).apply(store, args);
        // Beside the result, which need not wait for it.
        void result.then((done) => {
          if (done.isErr() && done.error.type === 'store-unavailable') {
            notice(current, (done.error as StoreUnavailable).cause);
          }
        });
        return result;
      } catch (cause) {
        notice(database, cause);
        return errAsync({ type: 'store-unavailable', cause });
      }
    };
    const names = Object.getOwnPropertyNames(Store.prototype).filter((name) => name !== 'constructor');
    return Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => call(name, args)])) as T;
  }

  /** Closes it for good. */
  close(): void {
    this.#isClosed = true;
    this.#database?.close();
    this.#database = undefined;
  }

  /**
   * Somebody wrote to the file: SQLite itself, when it moves its log there, or whoever damages it. Pages in memory would
   * hide that, and go on being served.
   */
  #readAgain(database: Database.Database, seen: FileState): void {
    const isShorter = (seen?.size ?? 0) < (this.#seen?.size ?? 0);
    this.#seen = seen;
    this.#readings++;
    try {
      if (isShorter) throw new DatabaseLost(`${this.#file} was cut short`);
      database.pragma('shrink_memory');
      const state = schemaState(database, MIGRATIONS);
      if (state === 'foreign' || state === 'empty') throw new DatabaseLost(`${this.#file} is not ours now`);
      touchTables(database);
    } catch (cause) {
      if (isBusy(cause)) return;
      this.#lose(database, cause);
      throw cause;
    }
  }

  #lose(database: Database.Database, cause: unknown): void {
    this.#options.log.error({ file: this.#file, err: cause }, 'the database is lost');
    this.#database = undefined;
    this.#refusal = undefined;
    this.#remains = placeOf(database);
    try {
      // The log belongs to the file that goes. Beside another one it would be taken for a part of that.
      database.pragma('wal_checkpoint(truncate)');
    } catch {
      // Then it still is there, which is looked at before another file is taken up.
    }
    database.close();
  }

  #takeBack(seen: FileState): Database.Database {
    if (this.#isClosed) throw new DatabaseLost(`${this.#file} is closed`);
    const refusal = this.#refusal;
    if (refusal) {
      const isSoon = Date.now() - refusal.at < REST;
      if (isSoon || (refusal.isDamaged && isUnchanged(refusal.seen, seen))) throw refusal.error;
    }
    const refuse = (message: string, isDamaged: boolean, cause?: unknown): never => {
      const error = new DatabaseLost(message, cause);
      this.#refusal = { seen, at: Date.now(), error, isDamaged };
      throw error;
    };
    if (this.#hasForeignLog(seen)) {
      const log = logOf(this.#file);
      refuse(`${log} belongs to the file that was here before; stop who has it open, and remove it`, false);
    }
    const opened = openDatabase(this.#file, {
      ...this.#options,
      create: false,
      busyTimeoutMs: REOPEN_BUSY_TIMEOUT,
    }).andThen((database) => check(database, this.#file));
    if (opened.isErr()) {
      const { message, problem } = opened.error;
      return refuse(message, problem === 'no-database' || problem === 'unreadable');
    }
    this.#database = opened.value;
    this.#seen = placeOf(opened.value)?.state;
    this.#refusal = undefined;
    this.#options.log.info({ file: this.#file }, 'the database is back');
    return opened.value;
  }

  /** Whether the log at the path is that of the file before. */
  #hasForeignLog(seen: FileState): boolean {
    const remains = this.#remains;
    if (!remains || isSameFile(remains.state, seen)) return false;
    const log = stateOf(logOf(this.#file));
    return log !== undefined && log.size > 0 && isSameFile(log, remains.log);
  }
}

/** A file that appears under a running service may be half of a copy. */
function check(database: Database.Database, file: string): Result<Database.Database, DatabaseUnusable> {
  const unusable = (detail: unknown): DatabaseUnusable => ({
    type: 'database-unusable',
    problem: 'unreadable',
    message: `cannot use the database ${file}: ${detail}; restore it from a backup`,
  });
  return Result.fromThrowable(() => database.pragma('quick_check(1)', { simple: true }), unusable)()
    .andThen((found) => (found === 'ok' ? ok(database) : err(unusable(found))))
    .mapErr((error) => {
      database.close();
      return error;
    });
}

/**
 * Reads a row of every table, which SQLite throws at where there is noise. Tables that are written all the time are in its
 * log, and would be read from there; the others are not.
 */
function touchTables(database: Database.Database): void {
  const tables = database
    .prepare<[], string>("select name from sqlite_schema where type = 'table'")
    .pluck()
    .all();
  for (const name of tables) database.prepare(`select * from "${name}" limit 1`).get();
}

/** Whether the file itself is at fault, not one use of it. */
function isLoss(cause: unknown): boolean {
  if (cause instanceof FileGone) return true;
  return cause instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(cause.code);
}
