import { DatabaseError } from 'pg';
import { TimedOut } from './within.js';

/** What `pg` says of a connection that is gone, without a code. */
const GONE = /^(?:Connection terminated|Client has encountered a connection error|Query read timeout)/;

/**
 * Whether what failed is the connection and not the statement: the socket, the server that shuts down or starts up
 * (classes 08 and 57P), or one that takes no changes any more because another is the primary now (25006).
 */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(?:08|57P|25006)/.test(error.code ?? '');
  return (
    error instanceof TimedOut || (error instanceof Error && ('code' in error || GONE.test(error.message)))
  );
}

/** Whether a new connection may do better at once; who has waited in vain already does not wait again. */
export function mayTryAgain(error: unknown): boolean {
  return isConnectionFailure(error) && !(error instanceof TimedOut);
}

/** Other changes took so long that this one could not be begun; nothing of it was sent. */
export class NotBegun extends Error {
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
