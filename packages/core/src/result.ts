/**
 * The result types of neverthrow, exported here: callers of core need no second package, and a change of the library only
 * changes this file.
 */
export { err, errAsync, ok, okAsync, Result, ResultAsync } from 'neverthrow';
