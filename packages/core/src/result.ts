/**
 * The result types of neverthrow, under our name: anyone who calls core needs no second package, and a change of the
 * library is a change of this file.
 */
export { err, errAsync, ok, okAsync, Result, ResultAsync } from 'neverthrow';
