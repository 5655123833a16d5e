import type { StoreUnavailable } from '@ops-admin/core';
import type { Dialect } from './dialect.js';
import { refuseWithin } from './one-transaction.js';
import { Semaphore } from './semaphore.js';
import { Sql, type Transaction } from './sql.js';

/** How a transaction runs. */
export interface TransactionOptions {
  /** In milliseconds; `SqlDatabase.waitMs` by default. */
  readonly waitMs?: number | undefined;
  /** Whether its statements can take longer than those of a request. */
  readonly isLong?: boolean | undefined;
}

/** A database as its driver serves it. */
export abstract class SqlDatabase extends Sql {
  abstract readonly dialect: Dialect;
  /** Changes of this process wait here: at a server each would take a connection away from readers. */
  readonly #changing = new Semaphore(1, 'other changes');

  /**
   * Runs a transaction, with no other change at the same time; it is durable when this resolves. An exception from the work rolls
   * it back. The work can run again, but never after a commit.
   */
  transaction<T>(
    work: (sql: Transaction) => Promise<T>,
    { isLong = false, waitMs = this.waitMs }: TransactionOptions = {},
  ): Promise<T> {
    const deadline = performance.now() + waitMs;
    return this.alone(() => this.transact(work, { deadline, isLong }), waitMs);
  }

  /** Runs work while no transaction of this process does. */
  protected alone<T>(work: () => T | Promise<T>, waitMs: number = this.waitMs): Promise<T> {
    refuseWithin(this);
    return this.#changing.run(waitMs, work);
  }

  /** Begins a transaction, waiting for other processes until the deadline (see `performance.now`), does the work, and commits. */
  protected abstract transact<T>(
    work: (sql: Transaction) => Promise<T>,
    options: { readonly deadline: number; readonly isLong: boolean },
  ): Promise<T>;

  /** Reads on a connection of their own, all at one moment, however long they take. */
  abstract snapshot<T>(read: (sql: Sql) => AsyncIterable<T>): AsyncGenerator<T, void>;

  /** Reads one value in a {@link snapshot}. */
  async readAlone<T>(read: (sql: Sql) => Promise<T>): Promise<T> {
    let value: T | undefined;
    for await (const one of this.snapshot(async function* (sql) {
      yield await read(sql);
    }))
      value = one;
    return value as T;
  }

  /** The error of a result, if what was thrown is a failure of the database; `undefined` for a bug. */
  abstract failureOf(cause: unknown): StoreUnavailable | undefined;

  /** In milliseconds. */
  abstract readonly waitMs: number;

  /** Rejects if the database was lost, though reads may still succeed. */
  async assertUsable(): Promise<void> {}

  /** Equal revisions mean equal content; `undefined` if the database does not say. Reads nothing of its content. */
  async revision(): Promise<string | undefined> {
    return undefined;
  }
}
