import { type Result, ResultAsync } from '../result.js';

/**
 * What a call of a port gives. Where it throws at once, such as at an argument that is none, the result rejects, as where it
 * throws later: callers need to look in one place alone.
 */
export function rejecting<T, E>(call: () => Result<T, E> | PromiseLike<Result<T, E>>): ResultAsync<T, E> {
  return new ResultAsync((async () => call())());
}
