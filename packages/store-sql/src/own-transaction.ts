import {
  type ActorRefused,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeRequest,
  err,
  type Result,
  ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { attemptChange } from './attempt.js';
import { asTransactionOf } from './one-transaction.js';
import { type Statement, Transaction, type Write } from './sql.js';
import type { SqlDatabase } from './sql-database.js';
import type { SqlPermissionStore } from './sql-permission-store.js';

/** The longest work of an embedder's transaction, in milliseconds: all other changes wait for it. */
const WORK_MS = 5000;

/** A transaction of an embedding program, in which permissions change together with the program's own rows. */
export interface OwnTransaction {
  /** Runs statements of the program on the connection of the transaction. */
  readonly sql: Transaction;
  /** Does the same as `PermissionStore.change`; the entries are committed, or rolled back, with the transaction. */
  change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], ActorRefused>;
}

/** Refuses statements once the transaction has ended, and knows what still runs in it and what failed. */
class GuardedTransaction extends Transaction {
  readonly #sql: Transaction;
  readonly #running = new Set<Promise<unknown>>();
  readonly failures: unknown[] = [];
  #hasEnded = false;

  constructor(sql: Transaction) {
    super();
    this.#sql = sql;
  }

  query<Row>(statement: Statement): Promise<Row[]> {
    return this.part(() => this.#sql.query<Row>(statement));
  }

  write(...writes: readonly Write[]): Promise<void> {
    return this.part(() => this.#sql.write(...writes));
  }

  /** Runs what the transaction is not committed without: it ends before, and if it fails, everything is rolled back. */
  async part<T>(run: () => Promise<T>): Promise<T> {
    if (this.#hasEnded) throw new Error('the transaction has ended');
    const running = run();
    this.#running.add(running);
    try {
      return await running;
    } catch (cause) {
      this.failures.push(cause);
      throw cause;
    } finally {
      this.#running.delete(running);
    }
  }

  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Refuses further statements, and waits for those that run: a later one would run outside the transaction. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await this.settle();
  }
}

/**
 * Runs the work of an embedding program in a transaction that writes. An error of the work, or what it throws, rolls back; so does
 * work that takes over 5 seconds, and a statement or a change of permissions in it that failed, even if the work ignores that:
 * PostgreSQL cannot commit after it.
 */
export function ownTransaction<T, E>(
  database: SqlDatabase,
  store: SqlPermissionStore,
  work: (tx: OwnTransaction) => Promise<Result<T, E>>,
): ResultAsync<T, E | StoreUnavailable> {
  return attemptChange<T, E | StoreUnavailable>(database, async (sql) => {
    const guarded = new GuardedTransaction(sql);
    let last: Promise<unknown> = Promise.resolve();
    const change: OwnTransaction['change'] = (requests, options) => {
      const changed = guarded.part(() => last.then(() => store.changeWithin(guarded, requests, options)));
      // The next one continues the audit log after it. A failure rolls back, even if nobody waits for the change.
      last = changed.catch(() => {});
      return new ResultAsync(changed);
    };
    const carriedOut = async () => {
      const result = await work({ sql: guarded, change });
      await guarded.settle();
      return result;
    };
    const lateFrom = performance.now() + WORK_MS;
    const late = err({
      type: 'store-unavailable' as const,
      cause: new Error(`the work of the transaction took over ${WORK_MS / 1000} seconds`),
    });
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<typeof late>((resolve) => {
      timer = setTimeout(() => resolve(late), WORK_MS);
    });
    try {
      const result = await Promise.race([asTransactionOf(database, carriedOut), tooLong]);
      if (result.isErr()) return result;
      if (guarded.failures.length > 0) throw guarded.failures[0];
      // No timer fires while the work blocks the event loop.
      return performance.now() < lateFrom ? result : late;
    } finally {
      clearTimeout(timer);
      await guarded.end();
    }
  });
}
