import {
  type ChainEnd,
  okAsync,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import type { Amount, Dialect, Run, SqlDatabase, Statement, Work } from '@ops-admin/store-sql';
import { isStoreFailure } from './connection-failure.js';
import type { Connection, PostgresDatabase } from './postgres-database.js';
import { POSTGRES_DIALECT } from './postgres-dialect.js';
import { runWork, statementOf } from './postgres-sql.js';

/** How long reading a whole table can take. */
const TABLE_TIMEOUT_MS = 600_000;

/** PostgreSQL as the stores use it: each statement of their work is awaited. */
export class PostgresDriver implements SqlDatabase {
  readonly dialect: Dialect = POSTGRES_DIALECT;
  readonly isFailure: (cause: unknown) => boolean = isStoreFailure;
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
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

  read<T, E>(work: () => Work<Result<T, E>>, amount?: Amount): ResultAsync<T, E | StoreUnavailable> {
    return this.#database
      .readTogether(
        (connection) => runWork(connection, work()),
        ...(amount === 'everything' ? [TABLE_TIMEOUT_MS] : []),
      )
      .andThen((result) => result);
  }

  write<T, E>(
    work: (last: ChainEnd, isLast: boolean) => Work<Result<T, E>>,
    amount?: Amount,
  ): ResultAsync<T, E | StoreUnavailable> {
    return this.#database.write<T, E>(
      (transaction) => runWork(transaction, work(transaction.last, true)),
      amount === 'much' ? 'much' : 'little',
    );
  }

  snapshot<T>(read: (run: Run) => AsyncIterable<T>): AsyncIterable<T> {
    return this.#database.snapshot((connection) => read(runOn(connection)));
  }

  fill<T, E>(work: (run: Run) => Promise<Result<T, E>>): ResultAsync<T, E | StoreUnavailable> {
    return this.#database.write<T, E>((transaction) => work(runOn(transaction)), 'much');
  }

  revision(): ResultAsync<undefined, StoreUnavailable> {
    return okAsync(undefined);
  }
}

function runOn(connection: Connection): Run {
  return (work) => runWork(connection, work);
}
