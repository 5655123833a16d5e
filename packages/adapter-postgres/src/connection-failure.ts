import { SealingKeyMissing, StoreFault } from '@ops-admin/core/adapter';
import { WaitedInVain } from '@ops-admin/store-sql';
import { DatabaseError } from 'pg';

/** The messages of `pg` for a lost connection, which have no code. */
const GONE = /^(?:Connection terminated|Client (?:has encountered a connection error|was closed))/;
/** Those for a server that does not answer. */
const LATE =
  /^(?:Query read timeout|timeout exceeded|timeout expired|Connection terminated due to connection timeout)/;

/** The server did not answer in time, or no connection came free. */
export class TimedOut extends StoreFault {
  constructor(cause: unknown) {
    super('it did not answer in time', { cause });
  }
}

/**
 * Errors for a value that no column allows (22, 23502, 23514), and for a wrong statement (42). Not for a missing table,
 * column, function or right, nor for a name that a pooler has given to another statement: then another program changed the
 * database.
 */
const MISTAKE = /^(?:22|23502|23514|42(?!501|703|883|P01|P05))/;

/**
 * Whether the connection failed, and not the statement: the socket, a server that shuts down or starts up (classes 08 and
 * 57P), or a server that accepts no changes because another is now the primary (25006).
 */
export function isConnectionFailure(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(?:08|57P|25006)/.test(error.code ?? '');
  if (isMistake(error)) return false;
  if (error instanceof UnwantedServer) return true;
  return (
    error instanceof TimedOut || (error instanceof Error && ('code' in error || GONE.test(error.message)))
  );
}

/**
 * Whether the database failed: the server, the network, its content. Any other error is a bug or a bad argument, and no
 * reason to report that the database is down.
 */
export function isStoreFailure(error: unknown): boolean {
  if (error instanceof DatabaseError) return !isMistake(error);
  return error instanceof StoreFault || isConnectionFailure(error);
}

/** The error of a statement that wrote fewer rows than it was given. */
export const NOT_KEPT = 'the database did not keep what was written; check its triggers';

/** Passes on the error of the driver: it reports some problems of a server as a plain error. */
export function fromDriver(error: unknown): never {
  if (error instanceof DatabaseError && error.message.includes(NOT_KEPT)) throw new StoreFault(NOT_KEPT);
  if (error instanceof Error && LATE.test(error.message)) throw new TimedOut(error);
  if (isStoreFailure(error) || isMistake(error)) throw error;
  throw new StoreFault(error instanceof Error ? error.message : String(error), { cause: error });
}

/** Whether the server, or the driver, refuses the given values. */
function isMistake(error: unknown): boolean {
  if (error instanceof DatabaseError) return MISTAKE.test(error.code ?? '');
  return error instanceof TypeError || error instanceof RangeError;
}

/** The server is a standby, which takes no changes and can be late. Another is the primary, or will be. */
export class UnwantedServer extends StoreFault {
  constructor() {
    super('the server is a standby; name the primary');
  }
}

/** Whether a change gave up waiting, for others at the server (55P03) or before, or for the key in use: nothing was changed. */
export function isBusy(error: unknown): boolean {
  if (error instanceof WaitedInVain || error instanceof SealingKeyMissing) return true;
  return error instanceof DatabaseError && error.code === '55P03';
}

/**
 * Whether the database is out of reach for now: no connection to it, or none that is free (53300), or no answer in time (57014).
 * A change that ends with this was not made; one that was sent to be written without an answer ends with `OutcomeUnknown`.
 */
export function isOutOfReach(error: unknown): boolean {
  if (isConnectionFailure(error)) return true;
  return error instanceof DatabaseError && (hasNoRoom(error) || error.code === '57014');
}

/** Whether the server has as many connections as it may have, for all or for this role or database. */
export function hasNoRoom(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53300';
}

/** Whether the disk of the server is full (53100). */
export function isShortage(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53100';
}
