import type { StoreUnavailable } from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import { attemptWrite, isBusy } from './attempt.js';

/** Most pieces of work in one transaction: other processes wait for its end. */
const MOST = 200;

interface Waiting<Work, T, E> {
  readonly work: Work;
  readonly answer: (result: Result<T, E | StoreUnavailable>) => void;
}

/**
 * Carries out pieces of work that come in the same turn of the event loop in one transaction, since flushing the disk is
 * most of what a commit costs. Each has its own result, which is there only after the commit; one that fails leaves the
 * others alone.
 */
export class GroupedWrites<Work, T, E> {
  readonly #database: Database.Database;
  readonly #transact: (pieces: readonly Waiting<Work, T, E>[]) => readonly Result<T, E | StoreUnavailable>[];
  #waiting: Waiting<Work, T, E>[] = [];

  /** `begin` is called inside each transaction, and once more after work that failed. */
  constructor(database: Database.Database, begin: () => (work: Work) => Result<T, E>) {
    this.#database = database;
    // Inside a transaction this is a savepoint.
    const carryOut = database.transaction((run: (work: Work) => Result<T, E>, work: Work) => run(work));
    const transact = database.transaction((pieces: readonly Waiting<Work, T, E>[]) => {
      let run = begin();
      return pieces.map(({ work }): Result<T, E | StoreUnavailable> => {
        try {
          return carryOut(run, work);
        } catch (cause) {
          // Some failures, such as a full disk, end the whole transaction.
          if (!database.inTransaction || isBusy(cause)) throw cause;
          run = begin();
          return err({ type: 'store-unavailable', cause });
        }
      });
    });
    // The write lock is taken before the first read, so that no other process's change comes between.
    this.#transact = transact.immediate;
  }

  add(work: Work): ResultAsync<T, E | StoreUnavailable> {
    return new ResultAsync(
      new Promise((answer) => {
        this.#waiting.push({ work, answer });
        // Behind what else arrives in this turn; for one that comes alone there is nothing to wait for.
        if (this.#waiting.length === 1) setImmediate(() => this.#write());
      }),
    );
  }

  #write(): void {
    const pieces = this.#waiting.splice(0, MOST);
    if (this.#waiting.length > 0) setImmediate(() => this.#write());
    void attemptWrite(this.#database, () => ok(this.#transact(pieces))).match(
      (results) => {
        for (const [n, { answer }] of pieces.entries()) answer(results[n] as Result<T, E>);
      },
      (error) => {
        for (const { answer } of pieces) answer(err(error));
      },
    );
  }
}
