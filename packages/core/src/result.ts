/** The result types of neverthrow. Callers of core need no second package, and another library would only change this file. */
export { err, errAsync, ok, okAsync, Result, ResultAsync } from 'neverthrow';
