import { err, ok, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { type ChangingWork, inTurn, refuseWithin, WORKS_PER_TRANSACTION } from '@ops-admin/store-sql';
import { NotBegun, OutcomeUnknown } from './connection-failure.js';
import type { PostgresDatabase, Wait } from './postgres-database.js';
import { sendWork } from './postgres-sql.js';
import { TimedOut } from './within.js';

type Results = readonly Result<unknown, unknown>[];

interface Waiting {
  readonly work: ChangingWork<unknown, unknown>;
  readonly answer: (result: Result<unknown, unknown>) => void;
  readonly fail: (error: unknown) => void;
  readonly wait: Wait;
}

/** How long a transaction goes on with those that depend on others before them: other instances wait for its end. */
const TAKES_MORE_MS = 100;
/** Works that came so soon after one that has waited too long have done so too: few attempts are made where all wait in vain. */
const AS_LONG_AS_MS = 500;

/**
 * Runs works that come while others wait for the lock, or are written, in one transaction: each would wait for the disk, and for
 * the lock of all instances. Each has its own result, only after the commit. If one throws, those of its transaction run again,
 * each in its own. If the connection is lost, nobody's is made, or nobody knows.
 */
export class GroupedWrites {
  readonly #database: PostgresDatabase;
  readonly #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  /** How many wait for the lock, or for those that are written. */
  get waiting(): number {
    return this.#waiting.length;
  }

  add<T, E>(work: ChangingWork<T, E>): ResultAsync<T, E | StoreUnavailable> {
    return new ResultAsync(
      new Promise<Result<T, E | StoreUnavailable>>((answer, fail) => {
        refuseWithin(this.#database);
        const wait = this.#database.wait('little', true);
        const giveUp = () => {
          const at = this.#waiting.indexOf(one);
          if (at === -1) return;
          this.#waiting.splice(at, 1);
          one.answer(err({ type: 'store-unavailable', cause: new NotBegun(new TimedOut()), isBusy: true }));
        };
        const timer = setTimeout(giveUp, this.#database.left(wait));
        const over = (isDone: boolean) => {
          clearTimeout(timer);
          wait.over(isDone);
        };
        const one: Waiting = {
          work,
          wait,
          answer: (result) => {
            over(result.isOk());
            answer(result as Result<T, E>);
          },
          fail: (error) => {
            over(false);
            fail(error);
          },
        };
        this.#waiting.push(one);
        if (!this.#isWriting) void this.#write();
      }),
    );
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      // Who has waited elsewhere before can be later here.
      const oldest = this.#waiting.reduce((since, { wait }) => Math.min(since, wait.since), Infinity);
      await this.#carryOut([], oldest);
    }
    this.#isWriting = false;
  }

  /** Makes the works of `taken` in one transaction; where there are none, those who wait when it has begun. */
  async #carryOut(taken: Waiting[], since: number): Promise<void> {
    try {
      const done = await this.#database.write<Results, never>(
        async (transaction) => {
          if (taken.length === 0) taken.push(...this.#waiting.splice(0, WORKS_PER_TRANSACTION));
          const end = performance.now() + TAKES_MORE_MS;
          const works = taken.map(({ work }) => work);
          const made = await sendWork(
            transaction,
            inTurn(transaction.last, works, () => performance.now() > end),
          );
          this.#waiting.unshift(...taken.splice(made.length));
          return ok(made);
        },
        'little',
        // Each work has a wait of its own.
        { since, isTelling: true, begun: () => {}, over: () => {} },
      );
      if (done.isOk())
        for (const [n, { answer }] of taken.entries()) answer(done.value[n] as Results[number]);
      else if (taken.length > 1 && isOfOne(done.error)) await this.#eachAlone(taken);
      else for (const { answer } of this.#concerned(taken, since)) answer(err(done.error));
    } catch (error) {
      if (taken.length > 1) await this.#eachAlone(taken);
      else for (const { fail } of this.#concerned(taken, since)) fail(error);
    }
  }

  async #eachAlone(taken: readonly Waiting[]): Promise<void> {
    for (const one of taken) await this.#carryOut([one], one.wait.since);
  }

  /** Whose transaction failed; if it did not begin, those who have waited as long as the oldest. */
  #concerned(taken: readonly Waiting[], since: number): readonly Waiting[] {
    if (taken.length > 0) return taken;
    const concerned = this.#waiting.filter(({ wait }) => wait.since <= since + AS_LONG_AS_MS);
    for (const one of concerned) this.#waiting.splice(this.#waiting.indexOf(one), 1);
    return concerned;
  }
}

/** Whether one of several works can be why all failed; nothing was written. */
function isOfOne({ cause, isBusy, isOutOfReach, noSpaceOn }: StoreUnavailable): boolean {
  return !isBusy && !isOutOfReach && noSpaceOn === undefined && !(cause instanceof OutcomeUnknown);
}
