import { okAsync, type Result, type ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import {
  type Amount,
  type ChangingWork,
  type Dialect,
  inTurn,
  type Run,
  type SqlDatabase,
  type Statement,
  type StoreLoad,
  type Work,
} from '@ops-admin/store-sql';
import { isStoreFailure } from './connection-failure.js';
import { GroupedWrites } from './grouped-writes.js';
import { CALL_TIMEOUT_MS, type Connection, type PostgresDatabase } from './postgres-database.js';
import { POSTGRES_DIALECT } from './postgres-dialect.js';
import { runWork, sendWork, statementOf } from './postgres-sql.js';

/** How long reading a whole table can take. */
const TABLE_TIMEOUT_MS = 600_000;
/** What each statement of reads at one moment can take; what is left out is the longest step of a change. */
const READ_TIMEOUT_MS: Readonly<Record<Exclude<Amount, object>, number | undefined>> = {
  little: CALL_TIMEOUT_MS,
  many: undefined,
  much: undefined,
  everything: TABLE_TIMEOUT_MS,
};

/** PostgreSQL as the stores use it: each statement of their work is awaited. */
export class PostgresDriver implements SqlDatabase {
  readonly dialect: Dialect = POSTGRES_DIALECT;
  readonly isFailure: (cause: unknown) => boolean = isStoreFailure;
  readonly #database: PostgresDatabase;
  readonly #writes: GroupedWrites;

  constructor(database: PostgresDatabase) {
    this.#database = database;
    this.#writes = new GroupedWrites(database);
  }

  query<Row, T, E = never>(
    statement: Statement,
    answer: (rows: readonly Row[]) => Result<T, E>,
    amount: Amount = 'little',
  ): ResultAsync<T, E | StoreUnavailable> {
    return this.#database
      .read<Row>(statementOf(statement), amount === 'little' ? 'little' : 'much')
      .andThen(answer);
  }

  read<T, E>(
    work: () => Work<Result<T, E>>,
    amount: Amount = 'little',
  ): ResultAsync<T, E | StoreUnavailable> {
    return this.#database
      .readTogether(
        (connection) => runWork(connection, work()),
        READ_TIMEOUT_MS[typeof amount === 'object' ? 'much' : amount],
      )
      .andThen((result) => result);
  }

  write<T, E>(work: ChangingWork<T, E>, amount: Amount = 'little'): ResultAsync<T, E | StoreUnavailable> {
    if (amount === 'little') return this.#writes.add(work);
    return this.#database.write<T, E>(async (transaction) => {
      const [result] = await sendWork(transaction, inTurn(transaction.last, [work]));
      return result as Result<T, E>;
    }, 'much');
  }

  snapshot<T>(read: (run: Run) => AsyncIterable<T>): AsyncGenerator<T, void> {
    return this.#database.snapshot((connection) => read(runOn(connection)));
  }

  fill<T, E>(work: (run: Run) => Promise<Result<T, E>>): ResultAsync<T, E | StoreUnavailable> {
    return this.#database.write<T, E>((transaction) => work(runOn(transaction)), 'much');
  }

  load(): StoreLoad {
    return { ...this.#database.load(), changesWaiting: this.#writes.waiting };
  }

  revision(): ResultAsync<undefined, StoreUnavailable> {
    return okAsync(undefined);
  }
}

function runOn(connection: Connection): Run {
  return (work) => runWork(connection, work);
}
