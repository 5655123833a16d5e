import { err, ok, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { StoreFault } from '@ops-admin/core/adapter';
import { type Amount, type ChangingWork, refuseWithin, WORKS_PER_TRANSACTION } from '@ops-admin/store-sql';
import { attemptWrite, isBusy, type Wait, waitOf } from './attempt.js';
import type { Connection, Connections } from './connections.js';

/** What works came to. */
export type Results = readonly Result<unknown, unknown>[];
type Works = readonly ChangingWork<unknown, unknown>[];
type Run = (connection: Connection, works: Works) => Results;
type RunApart = (works: Works, wait: Wait) => ResultAsync<Results, StoreUnavailable> | undefined;

interface Waiting {
  readonly work: ChangingWork<unknown, unknown>;
  readonly answer: (result: Result<unknown, unknown>) => void;
  readonly fail: (error: unknown) => void;
  readonly wait: Wait;
  readonly isMuch: boolean;
}

/** How often it is seen who has waited too long. */
const LOOK_FOR_LATE_MS = 50;

/** A change of many users took too long for others to wait for. */
class ChangedMeanwhile extends StoreFault {
  constructor() {
    super('another change of many users is being made');
  }
}

/** A work threw, so its transaction was rolled back. */
class WorkFailed extends Error {}

/**
 * Runs works that come in the same turn of the event loop in one transaction, because flushing the disk is most of the cost
 * of a commit. Each has its own result, only after the commit. If one throws, all run again, each in its own transaction: a
 * savepoint for each would cost time every time. If the error is not a failure of the database, the result of that work
 * rejects. What writes much has a transaction of its own, and is carried out apart where that is possible: the others wait for the
 * lock, as they would for another process.
 */
export class GroupedWrites {
  readonly #connections: Connections;
  readonly #run: Run;
  readonly #runApart: RunApart;
  #waiting: Waiting[] = [];
  /** Those that have begun, and may wait for the lock. */
  #begun = 0;
  /** Whether others wait until what writes much has done so. */
  #isApart = false;

  /** `run` takes works to their end, within a transaction; `runApart` has a transaction of its own. */
  constructor(connections: Connections, run: Run, runApart: RunApart) {
    this.#connections = connections;
    this.#run = run;
    this.#runApart = runApart;
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
    if (this.#isApart) return;
    const much = this.#waiting.findIndex(({ isMuch }) => isMuch);
    const size = much < 0 ? WORKS_PER_TRANSACTION : Math.min(Math.max(much, 1), WORKS_PER_TRANSACTION);
    const pieces = this.#waiting.splice(0, size);
    const [piece] = pieces;
    const apart = piece?.isMuch ? this.#runApart([piece.work], piece.wait) : undefined;
    if (piece && apart) return void this.#carryOutApart(piece, apart);
    if (this.#waiting.length > 0) setImmediate(() => this.#write());
    this.#begun += pieces.length;
    void this.#carryOut(pieces).finally(() => {
      this.#begun -= pieces.length;
    });
  }

  async #carryOutApart(
    { answer, fail, wait }: Waiting,
    apart: ResultAsync<Results, StoreUnavailable>,
  ): Promise<void> {
    this.#isApart = true;
    this.#begun++;
    const looking = setInterval(() => this.#refuseLate(), LOOK_FOR_LATE_MS);
    try {
      const done = await apart;
      wait.over(done.isOk());
      answer(done.isOk() ? (done.value[0] as Results[number]) : err(done.error));
    } catch (error) {
      wait.over(false);
      fail(error);
    }
    clearInterval(looking);
    this.#begun--;
    this.#isApart = false;
    if (this.#waiting.length > 0) setImmediate(() => this.#write());
  }

  /** Others wait for the lock no longer than for another process. */
  #refuseLate(): void {
    const late = this.#waiting.filter(({ wait }) => wait.left() <= 0);
    if (late.length === 0) return;
    this.#waiting = this.#waiting.filter(({ wait }) => wait.left() > 0);
    for (const { answer, wait } of late) {
      wait.over(false);
      answer(err({ type: 'store-unavailable', cause: new ChangedMeanwhile(), isBusy: true }));
    }
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
