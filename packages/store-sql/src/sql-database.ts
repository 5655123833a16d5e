import type { StoreUnavailable } from '@ops-admin/core';
import type { Dialect } from './dialect.js';
import { Sql, type Transaction } from './sql.js';

/** How a transaction runs. */
export interface TransactionOptions {
  /** How long it waits for others, in milliseconds; as long as `SqlDatabase.waitMs` by default. */
  readonly waitMs?: number | undefined;
  /** Whether its statements can take longer than those of a request. */
  readonly isLong?: boolean | undefined;
}

/** A database as its driver serves it. */
export abstract class SqlDatabase extends Sql {
  abstract readonly dialect: Dialect;
  /**
   * A transaction in which no other change runs; durable when it resolves. What the work throws undoes it. The work can run again, but
   * never after a commit.
   */
  abstract transaction<T>(work: (sql: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Reads on a connection of their own, all at one moment, however long they take. */
  abstract snapshot<T>(read: (sql: Sql) => AsyncIterable<T>): AsyncGenerator<T, void>;
  /** The error of a result, if what was thrown is a failure of the database; `undefined` for a bug. */
  abstract failureOf(cause: unknown): StoreUnavailable | undefined;

  /** How long a change waits for others, in milliseconds. */
  abstract readonly waitMs: number;

  /** Rejects if the database was lost, though reads may still succeed. */
  async assertUsable(): Promise<void> {}

  /** Equal revisions mean equal content; `undefined` if the database does not say. Reads nothing of its content. */
  async revision(): Promise<string | undefined> {
    return undefined;
  }
}
