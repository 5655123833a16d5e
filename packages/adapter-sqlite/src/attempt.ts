import type { StoreUnavailable } from '@ops-admin/core';
import { err, type Result, ResultAsync } from 'neverthrow';

/** Runs synchronous database work at once; what it throws becomes `store-unavailable`. */
export function attempt<T, E>(work: () => Result<T, E>): ResultAsync<T, E | StoreUnavailable> {
  let result: Result<T, E | StoreUnavailable>;
  try {
    result = work();
  } catch (cause) {
    result = err({ type: 'store-unavailable', cause });
  }
  return new ResultAsync(Promise.resolve(result));
}
