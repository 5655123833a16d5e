import { StoreFault } from '@ops-admin/core/adapter';
import { DatabaseError } from 'pg';
import { TimedOut } from './within.js';

/** What `pg` says of a connection that is gone, without a code. */
const GONE = /^(?:Connection terminated|Client has encountered a connection error|Query read timeout)/;

/**
 * Errors of a value that no column takes (22, 23502, 23514), and of a statement that is wrong in itself (42). Not of a table, a
 * column, a function or a right that is missing, nor of a name that a pooler has given to another statement: somebody else
 * was at the database then.
 */
const MISTAKE = /^(?:22|23502|23514|42(?!501|703|883|P01|P05))/;

/**
 * Whether what failed is the connection and not the statement: the socket, the server that shuts down or starts up
 * (classes 08 and 57P), or one that takes no changes any more because another is the primary now (25006).
 */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(?:08|57P|25006)/.test(error.code ?? '');
  if (isMistake(error)) return false;
  return (
    error instanceof TimedOut || (error instanceof Error && ('code' in error || GONE.test(error.message)))
  );
}

/**
 * Whether the database failed: the server, the way to it, its content. What is left is a bug of ours or a bad argument, and no
 * reason to say that the database is down.
 */
export function isStoreFailure(error: unknown): boolean {
  if (error instanceof DatabaseError) return !isMistake(error);
  return error instanceof StoreFault || isConnectionFailure(error);
}

/** Hands on what the driver rejects with: some of what is wrong with a server it says in a plain error. */
export function fromDriver(error: unknown): never {
  if (isStoreFailure(error) || isMistake(error)) throw error;
  throw new StoreFault(error instanceof Error ? error.message : String(error), { cause: error });
}

/** Whether the server, or the driver before it, refuses what it was given. */
function isMistake(error: unknown): boolean {
  if (error instanceof DatabaseError) return MISTAKE.test(error.code ?? '');
  return error instanceof TypeError || error instanceof RangeError;
}

/** Whether a new connection may do better at once; who has waited in vain already does not wait again. */
export function mayTryAgain(error: unknown): boolean {
  return isConnectionFailure(error) && !(error instanceof TimedOut);
}

/** Other changes took so long that this one could not be begun; nothing of it was sent. */
export class NotBegun extends StoreFault {
  constructor(cause: unknown) {
    super('other changes took too long', { cause });
  }
}

/** Whether a change waited in vain for others, so that nothing of it was made: at the server (55P03), or before. */
export function isBusy(error: unknown): boolean {
  return error instanceof NotBegun || (error instanceof DatabaseError && error.code === '55P03');
}

/** Whether the server undid the transaction because of another one, so that it can be done again as a whole. */
export function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && /^(?:40001|40P01)$/.test(error.code ?? '');
}

/** Whether the server has no room for more (53100). */
export function isShortage(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53100';
}
