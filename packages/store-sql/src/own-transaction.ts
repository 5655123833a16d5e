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

/** Refuses statements once the transaction has ended, and knows which still run. */
class GuardedTransaction extends Transaction {
  readonly #sql: Transaction;
  readonly #running = new Set<Promise<unknown>>();
  #hasEnded = false;

  constructor(sql: Transaction) {
    super();
    this.#sql = sql;
  }

  query<Row>(statement: Statement): Promise<Row[]> {
    return this.#run(() => this.#sql.query<Row>(statement));
  }

  write(...writes: readonly Write[]): Promise<void> {
    return this.#run(() => this.#sql.write(...writes));
  }

  /** Refuses further statements, and waits for those that run: a later one would run outside the transaction. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await Promise.allSettled(this.#running);
  }

  async #run<T>(statement: () => Promise<T>): Promise<T> {
    if (this.#hasEnded) throw new Error('the transaction has ended');
    const running = statement();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }
}

/**
 * Runs the work of an embedding program in a transaction that writes. An error of the work, or what it throws, rolls back; so does
 * work that takes over 5 seconds, or a change of permissions in it that failed.
 */
export function ownTransaction<T, E>(
  database: SqlDatabase,
  store: SqlPermissionStore,
  work: (tx: OwnTransaction) => Promise<Result<T, E>>,
): ResultAsync<T, E | StoreUnavailable> {
  return attemptChange<T, E | StoreUnavailable>(database, async (sql) => {
    const guarded = new GuardedTransaction(sql);
    const failures: unknown[] = [];
    const change: OwnTransaction['change'] = (requests, options) => {
      const changed = store.changeWithin(guarded, requests, options);
      changed.catch((cause: unknown) => failures.push(cause));
      return new ResultAsync(changed);
    };
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<Result<never, StoreUnavailable>>((resolve) => {
      const cause = new Error(`the work of the transaction took over ${WORK_MS / 1000} seconds`);
      timer = setTimeout(() => resolve(err({ type: 'store-unavailable', cause })), WORK_MS);
    });
    try {
      const result = await Promise.race([
        asTransactionOf(database, () => work({ sql: guarded, change })),
        tooLong,
      ]);
      if (failures.length > 0) throw failures[0];
      return result;
    } finally {
      clearTimeout(timer);
      await guarded.end();
    }
  });
}
