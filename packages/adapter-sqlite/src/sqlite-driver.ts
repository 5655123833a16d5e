import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ChainEnd, err, ok, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { MANY_ROWS, StoreFault } from '@ops-admin/core/adapter';
import {
  type Amount,
  all,
  CHAIN_END,
  type ChangingWork,
  type Dialect,
  first,
  inTurn,
  type Rows,
  type Run,
  refuseWithin,
  type SqlDatabase,
  type Statement,
  type StoreLoad,
  type Work,
} from '@ops-admin/store-sql';
import Database from 'better-sqlite3';
import { attempt, attemptApart, tryWhileBusy, type Wait, waitOf } from './attempt.js';
import type { Connection, Connections } from './connections.js';
import { assertInPlace } from './file-in-place.js';
import { GroupedWrites, type Results } from './grouped-writes.js';
import { type OpenedFile, openFile } from './open-database.js';
import type { ReaderThreads, Reading } from './reader-threads.js';
import { SQLITE_DIALECT } from './sqlite-dialect.js';
import { StatementRunner } from './statement-runner.js';
import { isStoreFailure } from './store-failure.js';

/** How long writing on a connection of its own waits for other processes. */
const WRITE_TIMEOUT_MS = 5000;

/** After this long, a read waits for another turn of the event loop: those of an undo follow each other by the thousand. */
const LONGEST_TURN_MS = 20;

const TOTAL = 'select total from counters where name = ?';

/** What is kept for a connection. */
interface OpenConnection {
  readonly generation: number;
  readonly runner: StatementRunner;
  readonly id: string;
  /** Changes with every commit of others. */
  readonly byOthers: Database.Statement<[], unknown>;
  /** Changes with every row that this connection writes. */
  readonly byUs: Database.Statement<[], unknown>;
}

/**
 * SQLite as the stores use it: each read and each change runs to its end at once, but what looks at many rows, which runs on
 * {@link ReaderThreads}.
 */
export class SqliteDriver implements SqlDatabase {
  readonly dialect: Dialect = SQLITE_DIALECT;
  readonly isFailure: (cause: unknown) => boolean = isStoreFailure;
  readonly #connections: Connections;
  readonly #writes: GroupedWrites;
  #open: OpenConnection | undefined;
  /** When reads began in this turn of the event loop. */
  #began: number | undefined;

  constructor(connections: Connections) {
    this.#connections = connections;
    this.#writes = new GroupedWrites(
      connections,
      (connection, works) => this.#of(connection).runner.run(this.#inTurn(works)),
      (works, wait) => this.#writeApart(works, wait),
    );
  }

  query<Row, T, E = never>(
    { text, values }: Statement,
    answer: (rows: readonly Row[]) => Result<T, E>,
    amount?: Amount,
  ): ResultAsync<T, E | StoreUnavailable> {
    if (this.#connections.readers && typeof amount === 'object') {
      return this.read(function* () {
        return answer(yield* all<Row>(text, ...values));
      }, amount);
    }
    return this.#attempt((connection) => answer(this.#of(connection).runner.all<Row>(text, values)));
  }

  read<T, E>(work: () => Work<Result<T, E>>, amount?: Amount): ResultAsync<T, E | StoreUnavailable> {
    const here = (connection: Connection) => {
      const { runner } = this.#of(connection);
      return atOneMoment(connection.database, () => runner.run(work()));
    };
    const { changers, readers } = this.#connections;
    const threads = amount === 'many' ? changers?.trying : readers;
    if (!threads || (amount !== 'many' && typeof amount !== 'object')) return this.#attempt(here);
    return attemptApart(this.#connections, async (connection) => {
      // A change that is not yet committed is seen on its own connection alone.
      const isHere =
        connection.database.inTransaction || (amount !== 'many' && this.#isSmall(connection, amount));
      const reading = isHere ? undefined : await this.#beginToRead(threads, connection);
      if (!reading) return here(connection);
      try {
        return await reading.run(work());
      } finally {
        reading.end();
      }
    });
  }

  /** At once, but where it is served and reads have taken long: then others have a turn first. */
  #attempt<T, E>(read: (connection: Connection) => Result<T, E>): ResultAsync<T, E | StoreUnavailable> {
    if (!this.#connections.readers || this.#isThereTime()) return attempt(this.#connections, read);
    return new ResultAsync(nextTurn().then(() => attempt(this.#connections, read)));
  }

  #isThereTime(): boolean {
    const now = performance.now();
    if (this.#began === undefined) {
      this.#began = now;
      setImmediate(() => {
        this.#began = undefined;
      });
    }
    return now - this.#began < LONGEST_TURN_MS;
  }

  /** Only what looks at many rows is read apart: a thread costs each read more than a small one takes. */
  #isSmall(connection: Connection, { allOf, isMuch }: Rows): boolean {
    if (isMuch) return false;
    const [counter] = this.#of(connection).runner.all<{ total: number }>(TOTAL, [allOf]);
    return !counter || counter.total <= MANY_ROWS;
  }

  async #beginToRead(threads: ReaderThreads, connection: Connection): Promise<Reading | undefined> {
    const wait = waitOf(this.#connections);
    let reading: Reading | undefined;
    try {
      reading = await begin(threads, connection, wait);
      return reading;
    } finally {
      wait.over(reading !== undefined);
    }
  }

  write<T, E>(work: ChangingWork<T, E>, amount?: Amount): ResultAsync<T, E | StoreUnavailable> {
    return this.#writes.add(work, amount);
  }

  *#inTurn(works: readonly ChangingWork<unknown, unknown>[]): Work<Results> {
    const last = yield* first<ChainEnd>(CHAIN_END);
    if (!last) throw new StoreFault('counters has lost a row');
    return yield* inTurn(last, works);
  }

  /** On a thread, if there is one. */
  #writeApart(
    works: readonly ChangingWork<unknown, unknown>[],
    wait: Wait,
  ): ResultAsync<Results, StoreUnavailable> | undefined {
    const { changers } = this.#connections;
    if (!changers) return undefined;
    const attempt = () =>
      attemptApart(this.#connections, async (connection) => {
        const writing = await begin(changers.making, connection, wait);
        if (!writing) throw new StoreFault('the database has no file');
        try {
          const done = await writing.run(this.#inTurn(works));
          await writing.commit();
          assertInPlace(connection.place);
          return ok(done);
        } finally {
          writing.end();
        }
      });
    return new ResultAsync(tryWhileBusy(wait.left(), attempt));
  }

  async *snapshot<T>(read: (run: Run) => AsyncIterable<T>): AsyncGenerator<T, void> {
    const { readers } = this.#connections;
    const current = readers && this.#connections.current();
    const isApart = current && !current.database.inTransaction && !this.#isSmall(current, { allOf: 'users' });
    const reading = isApart ? await this.#beginToRead(readers, current) : undefined;
    if (reading) {
      try {
        return yield* read(reading.run);
      } finally {
        reading.end();
      }
    }
    const { database } = this.#copyInMemory() ?? this.#reopen(true);
    try {
      // From here on, all reads are of the moment of the first statement.
      database.exec('begin');
      const runner = new StatementRunner(database);
      yield* read(async (work) => runner.run(work));
    } finally {
      database.close();
    }
  }

  fill<T, E>(work: (run: Run) => Promise<Result<T, E>>): ResultAsync<T, E | StoreUnavailable> {
    return new ResultAsync(this.#fill(work));
  }

  load(): StoreLoad {
    const { inUse = 0, waiting = 0 } = this.#connections.readers ?? {};
    return { inUse, waiting, changesWaiting: this.#writes.waiting };
  }

  revision(): ResultAsync<string | undefined, StoreUnavailable> {
    return attempt(this.#connections, (connection) => {
      // What others have begun to write on this connection can be rolled back.
      if (connection.database.inTransaction) return ok(undefined);
      const { byOthers, byUs, id } = this.#of(connection);
      return ok(`${id} ${byOthers.get()} ${byUs.get()}`);
    });
  }

  async #fill<T, E>(work: (run: Run) => Promise<Result<T, E>>): Promise<Result<T, E | StoreUnavailable>> {
    refuseWithin(this.#connections);
    let database: Database.Database | undefined;
    let inMemory: OpenedFile | undefined;
    try {
      inMemory = this.#inMemory();
      const opened = inMemory ?? this.#reopen(false);
      database = opened.database;
      database.pragma(`busy_timeout = ${WRITE_TIMEOUT_MS}`);
      database.exec('begin immediate');
      const runner = new StatementRunner(database);
      const result = await work(async (one) => runner.run(one));
      if (result.isErr()) return err(result.error);
      database.exec('commit');
      assertInPlace(opened.place);
      return ok(result.value);
    } catch (cause) {
      if (!isStoreFailure(cause)) throw cause;
      return err({ type: 'store-unavailable', cause });
    } finally {
      // Undoes what was not committed.
      if (!inMemory) database?.close();
      else if (database?.inTransaction) database.exec('rollback');
    }
  }

  /** The connection to a database without a file, which nobody else can open. */
  #inMemory(): OpenedFile | undefined {
    return this.#connections.file === ':memory:' ? this.#connections.current() : undefined;
  }

  /** What a database without a file holds now. */
  #copyInMemory(): OpenedFile | undefined {
    const inMemory = this.#inMemory();
    return inMemory && { database: new Database(inMemory.database.serialize()), place: undefined };
  }

  /** The file once more, so that others can continue with their connection. */
  #reopen(readOnly: boolean): OpenedFile {
    const opened = openFile(this.#connections.file, { create: false, readOnly });
    if (opened.isErr()) throw new StoreFault(opened.error.message);
    return opened.value;
  }

  #of({ database, generation }: Connection): OpenConnection {
    if (this.#open?.generation !== generation) {
      // Random, so that no other opening, process or file ever has the same revision.
      this.#open = {
        generation,
        runner: new StatementRunner(database),
        id: randomUUID(),
        byOthers: database.prepare('pragma data_version').pluck(),
        byUs: database.prepare('select total_changes()').pluck(),
      };
    }
    return this.#open;
  }
}

/** On a thread; `undefined` if there is no file. */
async function begin(
  threads: ReaderThreads,
  { generation, place }: Connection,
  wait: Wait,
): Promise<Reading | undefined> {
  if (!place?.state) return undefined;
  const { dev, ino, mtimeMs, size } = place.state;
  return await threads.begin({ file: place.file, state: { dev, ino, mtimeMs, size }, generation }, wait);
}

function atOneMoment<T>(database: Database.Database, read: () => T): T {
  if (database.inTransaction) return read();
  database.exec('begin');
  try {
    return read();
  } finally {
    // Nothing was written; a commit fails where a damaged page was met.
    if (database.inTransaction) database.exec('rollback');
  }
}
