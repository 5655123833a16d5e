import type { Result, ResultAsync, StoreUnavailable } from '@ops-admin/core';
import type { Dialect } from './dialect.js';
import type { ChangingWork } from './grouped-work.js';
import type { Statement, Work } from './work.js';

/** Rows that a call can have to look at, all of them, to answer with few: those that this counter counts. With `MANY_ROWS` it is heavy. */
export interface Rows {
  readonly allOf: 'users' | 'audit_entries';
  /** Whether it is heavy with fewer, too: they are all told. */
  readonly isMuch?: true;
}

/**
 * How large a call is: the time of `little` is limited as a whole, that of `much` and of {@link Rows} for each statement; a
 * statement of `everything` can read whole tables. `many` tries changes of many users, which can hold much.
 */
export type Amount = 'little' | 'many' | 'much' | 'everything' | Rows;

/** Runs a piece of work on a connection that is held. */
export type Run = <T>(work: Work<T>) => Promise<T>;

/** How much a database has to do at this moment, of this process. */
export interface StoreLoad {
  /** Connections that are at work; for a file, the threads that read. */
  readonly inUse: number;
  /** Calls that wait for one. */
  readonly waiting: number;
  /** Changes that wait for the lock, or for others before them. */
  readonly changesWaiting: number;
}

/** A database as its driver serves it. Failures of the database are `store-unavailable`; anything else rejects. */
export interface SqlDatabase {
  readonly dialect: Dialect;
  /** One statement that reads, and what is made of its rows. */
  query<Row, T, E = never>(
    statement: Statement,
    answer: (rows: readonly Row[]) => Result<T, E>,
    amount?: Amount,
  ): ResultAsync<T, E | StoreUnavailable>;
  /** Work that only reads, all at one moment. It can run again. */
  read<T, E>(work: () => Work<Result<T, E>>, amount?: Amount): ResultAsync<T, E | StoreUnavailable>;
  /**
   * Work in a transaction in which no other change runs, but those before it and with it; durable before the result. What the work
   * throws undoes it. It can run again, but never after a commit.
   */
  write<T, E>(work: ChangingWork<T, E>, amount?: Amount): ResultAsync<T, E | StoreUnavailable>;
  /** Reads on a connection of their own, all at one moment, however long they take. What fails is thrown. */
  snapshot<T>(read: (run: Run) => AsyncIterable<T>): AsyncIterable<T>;
  /** Waits for others while it writes, on a connection of its own. An error undoes it. It runs once. */
  fill<T, E>(work: (run: Run) => Promise<Result<T, E>>): ResultAsync<T, E | StoreUnavailable>;
  load(): StoreLoad;
  /** Whether what was thrown is a failure of the database, and no bug. */
  isFailure(cause: unknown): boolean;
  /** Equal revisions mean equal content; `undefined` if the database does not say. Reads nothing of its content. */
  revision(): ResultAsync<string | undefined, StoreUnavailable>;
}
