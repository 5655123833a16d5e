import { err, ok, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { isBusy } from './attempt.js';
import type { PreparedStatements } from './prepared-statements.js';

/** The largest number of tasks in one transaction: other processes wait for its end. */
const PIECES_PER_TRANSACTION = 200;

interface Waiting<Work, T, E> {
  readonly work: Work;
  readonly answer: (result: Result<T, E | StoreUnavailable>) => void;
  readonly fail: (error: unknown) => void;
}

/** A task threw, so its transaction was rolled back. */
class WorkFailed extends Error {}

/**
 * Runs tasks that come in the same turn of the event loop in one transaction, because flushing the disk is most of the cost
 * of a commit. Each has its own result, only after the commit. If one throws, all run again, each in its own transaction: a
 * savepoint for each would cost time every time. If the error is not a failure of the database, the result of that task
 * rejects.
 */
export class GroupedWrites<Statements, Work, T, E> {
  readonly #statements: PreparedStatements<Statements>;
  readonly #begin: (statements: Statements) => (work: Work) => Result<T, E>;
  #waiting: Waiting<Work, T, E>[] = [];

  /** `begin` is called inside each transaction. */
  constructor(
    statements: PreparedStatements<Statements>,
    begin: (statements: Statements) => (work: Work) => Result<T, E>,
  ) {
    this.#statements = statements;
    this.#begin = begin;
  }

  add(work: Work): ResultAsync<T, E | StoreUnavailable> {
    return new ResultAsync(
      new Promise((answer, fail) => {
        this.#waiting.push({ work, answer, fail });
        // After everything that arrives in this turn; a single task need not wait.
        if (this.#waiting.length === 1) setImmediate(() => this.#write());
      }),
    );
  }

  #write(): void {
    const pieces = this.#waiting.splice(0, PIECES_PER_TRANSACTION);
    if (this.#waiting.length > 0) setImmediate(() => this.#write());
    void this.#carryOut(pieces);
  }

  async #carryOut(pieces: readonly Waiting<Work, T, E>[]): Promise<void> {
    try {
      const done = await this.#statements.write((statements) => ok(this.#run(statements, pieces)));
      for (const [n, { answer }] of pieces.entries())
        answer(done.isOk() ? (done.value[n] as Result<T, E>) : err(done.error));
    } catch (error) {
      if (error instanceof WorkFailed) for (const piece of pieces) await this.#carryOut([piece]);
      else for (const { fail } of pieces) fail(error);
    }
  }

  #run(statements: Statements, pieces: readonly Waiting<Work, T, E>[]): readonly Result<T, E>[] {
    const run = this.#begin(statements);
    try {
      return pieces.map(({ work }) => run(work));
    } catch (cause) {
      throw pieces.length === 1 || isBusy(cause) ? cause : new WorkFailed();
    }
  }
}
