import { err, ok, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import type { Sql, Transaction } from './sql.js';
import type { SqlDatabase, TransactionOptions } from './sql-database.js';

/** Runs work: a failure of the database becomes `store-unavailable`; for anything else that is thrown, the result rejects. */
export function attempt<T, E>(
  database: SqlDatabase,
  work: () => Promise<Result<T, E>>,
): ResultAsync<T, E | StoreUnavailable> {
  const attempted: Promise<Result<T, E | StoreUnavailable>> = work().catch((cause: unknown) => {
    const failure = database.failureOf(cause);
    if (!failure) throw cause;
    return err(failure);
  });
  return new ResultAsync(attempted);
}

/** Yields what is read in a snapshot; a failure of the database ends it as the last result. */
export async function* attemptEach<T>(
  database: SqlDatabase,
  read: (sql: Sql) => AsyncIterable<T>,
): AsyncGenerator<Result<T, StoreUnavailable>, void> {
  try {
    for await (const one of database.snapshot(read)) yield ok(one);
  } catch (cause) {
    const failure = database.failureOf(cause);
    if (!failure) throw cause;
    yield err(failure);
  }
}

/** Carries the error of work out of its transaction, which it undoes. */
class Undone extends Error {
  readonly error: unknown;

  constructor(error: unknown) {
    super('the work gave an error');
    this.error = error;
  }
}

/** The same in a transaction, which an error of the work undoes. */
export function attemptChange<T, E>(
  database: SqlDatabase,
  work: (sql: Transaction) => Promise<Result<T, E>>,
  options?: TransactionOptions,
): ResultAsync<T, E | StoreUnavailable> {
  return attempt<T, E>(database, async () => {
    try {
      return await database.transaction(async (sql) => {
        const result = await work(sql);
        if (result.isErr()) throw new Undone(result.error);
        return result;
      }, options);
    } catch (cause) {
      if (cause instanceof Undone) return err(cause.error as E);
      throw cause;
    }
  });
}
