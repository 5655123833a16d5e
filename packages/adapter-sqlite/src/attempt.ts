import { setTimeout as sleep } from 'node:timers/promises';
import { err, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import Database from 'better-sqlite3';
import { assertInPlace } from './file-in-place.js';

/** How long a write waits for other processes, in milliseconds. */
const PATIENCE = 5000;

/** Runs synchronous database work at once; what it throws becomes `store-unavailable`. */
export function attempt<T, E>(work: () => Result<T, E>): ResultAsync<T, E | StoreUnavailable> {
  return new ResultAsync(Promise.resolve(tryNow(work)));
}

/**
 * Runs a transaction that writes, again and again while another process has the lock. SQLite's own waiting would hold up
 * every other request of this process. What was committed to a file that is gone by then has not been kept, and fails.
 */
export function attemptWrite<T, E>(
  database: Database.Database,
  transact: () => Result<T, E>,
): ResultAsync<T, E | StoreUnavailable> {
  return new ResultAsync(
    tryWhileBusy(() => {
      const result = transact();
      assertInPlace(database);
      return result;
    }),
  );
}

async function tryWhileBusy<T, E>(work: () => Result<T, E>): Promise<Result<T, E | StoreUnavailable>> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const result = tryNow(work);
    const busy = result.isErr() && isStoreUnavailable(result.error) && isBusy(result.error.cause);
    if (!busy || Date.now() >= deadline) return result;
    await sleep(1 + Math.random() * 20);
  }
}

function tryNow<T, E>(work: () => Result<T, E>): Result<T, E | StoreUnavailable> {
  try {
    return work();
  } catch (cause) {
    return err({ type: 'store-unavailable', cause });
  }
}

function isStoreUnavailable(error: unknown): error is StoreUnavailable {
  return (error as StoreUnavailable).type === 'store-unavailable';
}

/** Whether another process has the lock that was wanted. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/.test(error.code);
}
