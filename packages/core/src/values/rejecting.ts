import { type Result, ResultAsync } from '../result.js';

/**
 * The result of calling a port. If the call throws directly, for example because of an invalid argument, the result rejects,
 * as if it had thrown later. So callers handle only one case.
 */
export function rejecting<T, E>(call: () => Result<T, E> | PromiseLike<Result<T, E>>): ResultAsync<T, E> {
  return new ResultAsync((async () => call())());
}
