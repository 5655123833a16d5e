import { type Result, ResultAsync } from '../result.js';

/**
 * Calls a port. If it throws directly, for example because of an invalid argument, the result rejects as if it had thrown later.
 */
export function rejecting<T, E>(call: () => Result<T, E> | PromiseLike<Result<T, E>>): ResultAsync<T, E> {
  try {
    const result = call();
    // Another promise around a result would cost as much as a read.
    return result instanceof ResultAsync ? result : new ResultAsync(Promise.resolve(result));
  } catch (error) {
    return new ResultAsync(Promise.reject(error));
  }
}
