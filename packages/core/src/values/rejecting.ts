import { type Result, ResultAsync } from '../result.js';

/**
 * The result of calling a port. If the call throws directly, for example because of an invalid argument, the result rejects,
 * as if it had thrown later. So callers handle only one case.
 */
export function rejecting<T, E>(call: () => Result<T, E> | PromiseLike<Result<T, E>>): ResultAsync<T, E> {
  try {
    const result = call();
    // Most are one already; another promise around it would cost as much as a read.
    return result instanceof ResultAsync ? result : new ResultAsync(Promise.resolve(result));
  } catch (error) {
    return new ResultAsync(Promise.reject(error));
  }
}
