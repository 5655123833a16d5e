import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { SealingKeyMissing } from '@ops-admin/core/adapter';
import Database from 'better-sqlite3';
import type { Connection, Connections } from './connections.js';
import { isShortage } from './describe-shortage.js';
import { assertInPlace } from './file-in-place.js';
import { ReadersBusy } from './reader-threads.js';
import { isStoreFailure } from './store-failure.js';

/** How long a write waits for other processes by default, and a read for a thread. */
const WRITE_TIMEOUT_MS = 5000;

/**
 * Runs synchronous work on the current connection at once. A failure of the database becomes `store-unavailable`; for
 * anything else that the work throws, the result rejects.
 */
export function attempt<T, E>(
  connections: Connections,
  work: (connection: Connection) => Result<T, E>,
): ResultAsync<T, E | StoreUnavailable> {
  return new ResultAsync((async () => tryNow(connections, work))());
}

/** The same for work that is awaited, and has its rows of another connection to the same file. */
export function attemptApart<T, E>(
  connections: Connections,
  work: (connection: Connection) => Promise<Result<T, E>>,
): ResultAsync<T, E | StoreUnavailable> {
  const begin = async () => {
    let connection: Connection | undefined;
    try {
      connection = connections.current();
      return await work(connection);
    } catch (cause) {
      return err(failureOf(connections, connection, cause));
    }
  };
  return new ResultAsync<T, E | StoreUnavailable>(begin());
}

/** A wait of a call, as one of those of its request. */
export interface Wait {
  /** How many milliseconds of it are left. */
  left(): number;
  /** There is an answer, or none. */
  readonly over: (isDone: boolean) => void;
}

/** Begins the wait of a call. After what is done, the request has time of its own again. */
export function waitOf({ patience: of, waitMs = WRITE_TIMEOUT_MS }: Connections): Wait {
  const patience = of?.();
  const deadline = performance.now() + waitMs - (patience?.spent ?? 0);
  const end = patience?.wait();
  return {
    left: () => deadline - performance.now(),
    over: (isDone) => {
      end?.();
      if (isDone) patience?.renew();
    },
  };
}

/**
 * Runs work in a transaction that writes, and tries again while another process has the lock. SQLite's own waiting would
 * block every other request of this process. The lock is taken before the first read, so no other process can change
 * anything in between. If it cannot be taken in time, nothing was changed. A commit to a file that is gone by then was not
 * kept, and fails.
 */
export function attemptWrite<T, E>(
  connections: Connections,
  waitMs: number,
  work: (connection: Connection) => Result<T, E>,
): ResultAsync<T, E | StoreUnavailable> {
  return new ResultAsync(
    tryWhileBusy(waitMs, () =>
      tryNow(connections, (connection) => {
        const result = connection.database.transaction(() => work(connection)).immediate();
        assertInPlace(connection.place);
        return result;
      }),
    ),
  );
}

/** Tries again while another process, or another connection of this one, has the lock. */
export async function tryWhileBusy<T, E>(
  waitMs: number,
  work: () => Result<T, E | StoreUnavailable> | ResultAsync<T, E | StoreUnavailable>,
): Promise<Result<T, E | StoreUnavailable>> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const result = await work();
    if (result.isOk() || !isStoreUnavailable(result.error) || !isBusy(result.error.cause)) return result;
    if (Date.now() >= deadline) return err({ ...result.error, isBusy: true });
    await sleep(1 + Math.random() * 20);
  }
}

function tryNow<T, E>(
  connections: Connections,
  work: (connection: Connection) => Result<T, E>,
): Result<T, E | StoreUnavailable> {
  let connection: Connection | undefined;
  try {
    connection = connections.current();
    return work(connection);
  } catch (cause) {
    return err(failureOf(connections, connection, cause));
  }
}

/** What is no failure of the database is thrown again. */
function failureOf(
  connections: Connections,
  connection: Connection | undefined,
  cause: unknown,
): StoreUnavailable {
  if (connection) connections.failed(connection, cause);
  // A statement of a closed database throws a `TypeError`.
  if (!isStoreFailure(cause) && connection?.database.open !== false) throw cause;
  const file = connection?.place?.file;
  const noSpaceOn = file !== undefined && isShortage(cause, file) ? dirname(file) : undefined;
  return {
    type: 'store-unavailable',
    cause,
    ...((cause instanceof SealingKeyMissing || cause instanceof ReadersBusy) && { isBusy: true }),
    ...(noSpaceOn !== undefined && { noSpaceOn }),
  };
}

function isStoreUnavailable(error: unknown): error is StoreUnavailable {
  return (error as StoreUnavailable).type === 'store-unavailable';
}

/** Whether another process has the requested lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/.test(error.code);
}
