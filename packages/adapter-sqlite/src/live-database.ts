import {
  type Logger,
  okAsync,
  type PatienceOf,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { StoreFault } from '@ops-admin/core/adapter';
import { asTransactionOf, refuseWithin } from '@ops-admin/store-sql';
import Database from 'better-sqlite3';
import { attempt, attemptWrite, isBusy, waitOf } from './attempt.js';
import { assertReadable, checkWhole, contentSize } from './check-content.js';
import type { Changers, Connection, Connections } from './connections.js';
import {
  FileGone,
  type FileState,
  isSameFile,
  isUnchanged,
  logOf,
  type Place,
  stateOf,
} from './file-in-place.js';
import {
  type DatabaseUnusable,
  type OpenDatabaseOptions,
  type OpenedFile,
  openFile,
} from './open-database.js';
import { ReaderThreads } from './reader-threads.js';

/** How to open a database that is kept open. */
export interface LiveDatabaseOptions extends Omit<OpenDatabaseOptions, 'steps'> {
  /** Where to log that the database is lost, and that it is back. */
  readonly log?: Pick<Logger, 'error' | 'info'> | undefined;
  /** How long opening and each write wait for other processes; 5 seconds by default. */
  readonly waitMs?: number | undefined;
  /** What has the calls of a request wait for 5 seconds together; without it, each waits as long. */
  readonly patience?: PatienceOf | undefined;
  /** How many threads read what would hold up the event loop, as those of a service do; none by default. */
  readonly threads?: number | undefined;
}

/** The database cannot be used now; the message is that of {@link DatabaseUnusable}. */
class DatabaseLost extends StoreFault {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** A file that was refused, and why. */
interface Refusal {
  readonly seen: FileState;
  readonly at: number;
  readonly error: DatabaseLost;
  /** Whether the content was at fault: then it is not read again until it has changed. */
  readonly isDamaged: boolean;
}

/** How many changes of many users are tried at once; one is made. */
const TRIED_AT_ONCE = 2;
/** How long a refused file is not tried again. */
const COOLDOWN_MS = 1000;
/** How long opening a file again waits for another process's write: the event loop is blocked. */
const REOPEN_BUSY_TIMEOUT_MS = 100;

/**
 * A database that outlives its file: it closes a file that was removed, replaced or damaged, and opens a good file as soon
 * as it is at the path. Until then there is no connection.
 *
 * SQLite itself would not notice: a removed file can still be read and written, and pages of a damaged one are in memory.
 */
export class LiveDatabase implements Connections {
  readonly waitMs: number | undefined;
  readonly patience: PatienceOf | undefined;
  readonly file: string;
  readonly readers: ReaderThreads | undefined;
  readonly changers: Changers | undefined;
  readonly #options: LiveDatabaseOptions;
  #connection: Connection | undefined;
  /** How often a file was opened, or read again. */
  #generation = 0;
  /** The open file, as of the last check. */
  #seen: FileState;
  /** The files of the database that was lost. */
  #remains: Place | undefined;
  #refusal: Refusal | undefined;
  /** Whether the path was checked in this turn of the event loop; the reads of a request share a turn. */
  #isFresh = false;
  #isClosed = false;

  private constructor(file: string, options: LiveDatabaseOptions, opened: OpenedFile) {
    this.file = file;
    this.#options = options;
    this.waitMs = options.waitMs;
    this.patience = options.patience;
    const { threads = 0 } = options;
    const isServed = threads > 0 && !opened.database.memory;
    this.readers = isServed ? new ReaderThreads(threads) : undefined;
    this.changers = isServed
      ? { trying: new ReaderThreads(TRIED_AT_ONCE), making: new ReaderThreads(1, { writes: true }) }
      : undefined;
    this.#use(opened);
  }

  /** Opens a database as `openDatabase` does. Errors: {@link DatabaseUnusable}. */
  static open(file: string, options: LiveDatabaseOptions): Result<LiveDatabase, DatabaseUnusable> {
    return openFile(file, {
      ...options,
      ...(options.waitMs !== undefined && { busyTimeoutMs: options.waitMs }),
    }).map((opened) => new LiveDatabase(file, options, opened));
  }

  current(): Connection {
    const connection = this.#connection;
    if (connection && this.#isFresh) return connection;
    const seen = stateOf(this.file);
    this.#isFresh = true;
    setImmediate(() => {
      this.#isFresh = false;
    }).unref();
    if (connection && isUnchanged(seen, this.#seen)) return connection;
    if (connection && isSameFile(seen, this.#seen)) return this.#readAgain(connection, seen);
    if (connection) this.#lose(connection, new FileGone(this.file));
    return this.#takeBack(seen);
  }

  failed({ database }: Connection, cause: unknown): void {
    const connection = this.#connection;
    if (connection?.database === database && isLoss(cause)) this.#lose(connection, cause);
  }

  /** For your own store: work that only reads. Errors: its own, and `store-unavailable`. */
  read<T, E>(work: (database: Database.Database) => Result<T, E>): ResultAsync<T, E | StoreUnavailable> {
    return attempt(this, ({ database }) => work(database));
  }

  /**
   * For your own store: work in a transaction that writes; durable before the result. An error of the work, or what it
   * throws, undoes it. A change of permissions, or anything else that writes, cannot be part of it: begun there, it rejects.
   * Errors: its own, and `store-unavailable`.
   */
  write<T, E>(work: (database: Database.Database) => Result<T, E>): ResultAsync<T, E | StoreUnavailable> {
    return okAsync(undefined).andThen(() => {
      refuseWithin(this);
      const wait = waitOf(this);
      const writing = attemptWrite(this, wait.left(), ({ database }) =>
        asTransactionOf(this, () => undoneByError(database, work)),
      );
      const over = (isDone: boolean) => () => wait.over(isDone);
      return writing.andTee(over(true)).orTee(over(false));
    });
  }

  /** Closes it for good; with threads, once these have ended what they read. */
  close(): void | Promise<void> {
    this.#isClosed = true;
    const close = () => {
      this.#connection?.database.close();
      this.#connection = undefined;
    };
    // The last connection that closes takes the log away, and must be able to write.
    if (!this.readers) return close();
    const threads = [this.readers, this.changers?.trying, this.changers?.making];
    return Promise.all(threads.map((some) => some?.close())).then(close);
  }

  #use({ database, place }: OpenedFile): Connection {
    this.#generation++;
    this.#seen = place?.state;
    this.#connection = { database, place, generation: this.#generation };
    return this.#connection;
  }

  /**
   * Somebody wrote to the file: SQLite itself, when it moves its log there, or a program that damages it. Pages in memory
   * would hide the damage, and continue to be served.
   */
  #readAgain({ database, place }: Connection, seen: FileState): Connection {
    const isShorter = (seen?.size ?? 0) < (this.#seen?.size ?? 0);
    const connection = this.#use({ database, place });
    this.#seen = seen;
    try {
      database.pragma('shrink_memory');
      assertReadable(database);
      // A vacuum makes a file shorter, too, and says so within.
      if (isShorter && contentSize(database) > (seen?.size ?? 0))
        throw new DatabaseLost(`${this.file} was cut short`);
    } catch (cause) {
      if (isBusy(cause)) return connection;
      this.#lose(connection, cause);
      throw cause;
    }
    return connection;
  }

  #lose({ database, place }: Connection, cause: unknown): void {
    this.#options.log?.error({ file: this.file, err: cause }, 'the database is lost');
    this.#connection = undefined;
    this.#refusal = undefined;
    this.#remains = place;
    try {
      // The log belongs to the old file. Next to another file it would be read as part of that.
      database.pragma('wal_checkpoint(truncate)');
    } catch {
      // Then it is still there, which is checked before another file is opened.
    }
    database.close();
  }

  #takeBack(seen: FileState): Connection {
    if (this.#isClosed) throw new DatabaseLost(`${this.file} is closed`);
    const refusal = this.#refusal;
    if (refusal) {
      const isSoon = Date.now() - refusal.at < COOLDOWN_MS;
      if (isSoon || (refusal.isDamaged && isUnchanged(refusal.seen, seen))) throw refusal.error;
    }
    const refuse = (message: string, isDamaged: boolean): never => {
      const error = new DatabaseLost(message);
      this.#refusal = { seen, at: Date.now(), error, isDamaged };
      throw error;
    };
    if (this.#hasForeignLog(seen)) {
      const log = logOf(this.file);
      refuse(
        `${log} belongs to the previous database file; stop the programs that have it open, and remove it`,
        false,
      );
    }
    const opened = openFile(this.file, {
      ...this.#options,
      create: false,
      busyTimeoutMs: REOPEN_BUSY_TIMEOUT_MS,
    }).andThen((found) => checkWhole(found, this.file));
    if (opened.isErr()) {
      const { message, problem } = opened.error;
      return refuse(message, problem === 'no-database' || problem === 'unreadable');
    }
    this.#refusal = undefined;
    this.#options.log?.info({ file: this.file }, 'the database is back');
    return this.#use(opened.value);
  }

  /** Whether the log at the path is that of the file before. */
  #hasForeignLog(seen: FileState): boolean {
    const remains = this.#remains;
    if (!remains || isSameFile(remains.state, seen)) return false;
    const log = stateOf(logOf(this.file));
    return log !== undefined && log.size > 0 && isSameFile(log, remains.log);
  }
}

/** Undoes what the work has written if it gives an error. */
function undoneByError<T, E>(
  database: Database.Database,
  work: (database: Database.Database) => Result<T, E>,
): Result<T, E> {
  database.exec('savepoint work');
  const result = work(database);
  database.exec(result.isErr() ? 'rollback to work; release work' : 'release work');
  return result;
}

/** Whether the file itself is at fault, and not one use of it. */
function isLoss(cause: unknown): boolean {
  if (cause instanceof FileGone) return true;
  return cause instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(cause.code);
}
