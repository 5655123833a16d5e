import { err, ok, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { type Amount, type ChangingWork, refuseWithin, WORKS_PER_TRANSACTION } from '@ops-admin/store-sql';
import { attemptWrite, isBusy, type Wait, waitOf } from './attempt.js';
import type { Connection, Connections } from './connections.js';

type Run = (
  connection: Connection,
  works: readonly ChangingWork<unknown, unknown>[],
) => readonly Result<unknown, unknown>[];

interface Waiting {
  readonly work: ChangingWork<unknown, unknown>;
  readonly answer: (result: Result<unknown, unknown>) => void;
  readonly fail: (error: unknown) => void;
  readonly wait: Wait;
  readonly isMuch: boolean;
}

/** A work threw, so its transaction was rolled back. */
class WorkFailed extends Error {}

/**
 * Runs works that come in the same turn of the event loop in one transaction, because flushing the disk is most of the cost
 * of a commit. Each has its own result, only after the commit. If one throws, all run again, each in its own transaction: a
 * savepoint for each would cost time every time. If the error is not a failure of the database, the result of that work
 * rejects. What writes much has a turn and a transaction of its own: others are served between two of them.
 */
export class GroupedWrites {
  readonly #connections: Connections;
  readonly #run: Run;
  #waiting: Waiting[] = [];
  /** Those that have begun, and may wait for the lock. */
  #begun = 0;

  /** `run` takes works to their end, within a transaction. */
  constructor(connections: Connections, run: Run) {
    this.#connections = connections;
    this.#run = run;
  }

  /** How many have no outcome yet. */
  get waiting(): number {
    return this.#waiting.length + this.#begun;
  }

  add<T, E>(work: ChangingWork<T, E>, amount?: Amount): ResultAsync<T, E | StoreUnavailable> {
    return new ResultAsync(
      new Promise<Result<T, E | StoreUnavailable>>((answer, fail) => {
        refuseWithin(this.#connections);
        const wait = waitOf(this.#connections);
        this.#waiting.push({
          work,
          answer: answer as Waiting['answer'],
          fail,
          wait,
          isMuch: amount === 'much',
        });
        // After everything that arrives in this turn; a single work need not wait.
        if (this.#waiting.length === 1) setImmediate(() => this.#write());
      }),
    );
  }

  #write(): void {
    const much = this.#waiting.findIndex(({ isMuch }) => isMuch);
    const size = much < 0 ? WORKS_PER_TRANSACTION : Math.min(Math.max(much, 1), WORKS_PER_TRANSACTION);
    const pieces = this.#waiting.splice(0, size);
    if (this.#waiting.length > 0) setImmediate(() => this.#write());
    this.#begun += pieces.length;
    void this.#carryOut(pieces).finally(() => {
      this.#begun -= pieces.length;
    });
  }

  async #carryOut(pieces: readonly Waiting[]): Promise<void> {
    const works = pieces.map(({ work }) => work);
    const shortest = Math.min(...pieces.map(({ wait }) => wait.left()));
    try {
      const done = await attemptWrite(this.#connections, shortest, (connection) =>
        ok(this.#together(connection, works)),
      );
      const others = done.isErr() && done.error.isBusy ? pieces.filter(({ wait }) => wait.left() > 0) : [];
      // If all can, it is not the lock that they wait for.
      const isForOthers = others.length < pieces.length;
      for (const [n, piece] of pieces.entries()) {
        if (isForOthers && others.includes(piece)) continue;
        const result = done.isOk() ? (done.value[n] as Result<unknown, unknown>) : err(done.error);
        piece.wait.over(result.isOk());
        piece.answer(result);
      }
      if (isForOthers && others.length > 0) await this.#carryOut(others);
    } catch (error) {
      if (error instanceof WorkFailed) for (const piece of pieces) await this.#carryOut([piece]);
      else {
        for (const { fail, wait } of pieces) {
          wait.over(false);
          fail(error);
        }
      }
    }
  }

  #together(connection: Connection, works: Parameters<Run>[1]): ReturnType<Run> {
    try {
      return this.#run(connection, works);
    } catch (cause) {
      throw works.length === 1 || isBusy(cause) ? cause : new WorkFailed();
    }
  }
}
