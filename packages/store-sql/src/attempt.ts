import { err, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import type { Transaction } from './sql.js';
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
