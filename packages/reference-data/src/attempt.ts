import { err, ok, type Result, type ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { rejecting } from '@ops-admin/core/adapter';
import { SqliteError } from 'better-sqlite3';
import type { ReferenceDatabase } from './file/open-reference.js';

/**
 * Reads a SQLite file synchronously. A failure of the file becomes `store-unavailable`; a bug, or a bad argument, is thrown
 * on.
 */
export function attempt<T>(database: ReferenceDatabase, work: () => T): Result<T, StoreUnavailable> {
  try {
    return ok(work());
  } catch (cause) {
    // A statement of a closed file throws a `TypeError`.
    if (!(cause instanceof SqliteError) && database.open) throw cause;
    return err({ type: 'store-unavailable', cause });
  }
}

/** The same for asynchronous ports: a bug is a rejection. */
export function attemptAsync<T>(
  database: ReferenceDatabase,
  work: () => T,
): ResultAsync<T, StoreUnavailable> {
  return rejecting(() => attempt(database, work));
}
