import { err, ok, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';

/** Reads or writes a file of SQLite at once; what it throws becomes `store-unavailable`. */
export function attempt<T>(work: () => T): Result<T, StoreUnavailable> {
  try {
    return ok(work());
  } catch (cause) {
    return err({ type: 'store-unavailable', cause });
  }
}

/** The same for ports, which may as well wait. */
export function attemptAsync<T>(work: () => T): ResultAsync<T, StoreUnavailable> {
  return new ResultAsync(Promise.resolve(attempt(work)));
}
