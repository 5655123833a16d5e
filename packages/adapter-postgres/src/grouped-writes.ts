import { err, ok, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import {
  type ChangingWork,
  inTurn,
  NotSigned,
  refuseWithin,
  type Turn,
  turnsOf,
  WORKS_PER_TRANSACTION,
} from '@ops-admin/store-sql';
import { OutcomeUnknown } from './connection-failure.js';
import type { PostgresDatabase } from './postgres-database.js';
import { runWork } from './postgres-sql.js';

type Results = readonly Result<unknown, unknown>[];

interface Waiting {
  readonly work: Turn['work'];
  readonly answer: (result: Result<unknown, unknown>) => void;
  readonly fail: (error: unknown) => void;
  /** When it came. */
  readonly since: number;
}

/** How long a transaction takes in more works: other instances wait for its end. */
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
        this.#waiting.push({ work, answer: answer as Waiting['answer'], fail, since: performance.now() });
        if (!this.#isWriting) void this.#write();
      }),
    );
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    for (let oldest = this.#waiting[0]; oldest; oldest = this.#waiting[0]) {
      const taken: Waiting[] = [];
      const turns = () => (taken.length > 0 ? turnsOf(taken) : this.#take(taken));
      await this.#carryOut(taken, oldest.since, turns);
    }
    this.#isWriting = false;
  }

  /** Whoever waits when the lock is there, until it has been held for long enough. */
  *#take(taken: Waiting[]): Generator<Turn, void> {
    const end = performance.now() + TAKES_MORE_MS;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      taken.push(next);
      const isFull = taken.length === WORKS_PER_TRANSACTION || performance.now() > end;
      const isLast = isFull || this.#waiting.length === 0;
      yield { work: next.work, isLast };
      if (isLast) return;
    }
  }

  /** Runs `turns` in one transaction: they are the works of `taken`, which is filled when the transaction has begun. */
  async #carryOut(
    taken: readonly Waiting[],
    since: number,
    turns: () => Iterable<Turn> = () => turnsOf(taken),
  ): Promise<void> {
    try {
      const done = await this.#database.write<Results, never>(
        async (transaction) => ok(await runWork(transaction, inTurn(transaction.last, turns()))),
        'little',
        since,
      );
      if (done.isOk())
        for (const [n, { answer }] of taken.entries()) answer(done.value[n] as Results[number]);
      else if (taken.length > 1 && isOfOne(done.error)) await this.#eachAlone(taken);
      else for (const { answer } of this.#concerned(taken, since)) answer(err(done.error));
    } catch (error) {
      if (error instanceof NotSigned) {
        const { writer } = error;
        await this.#carryOut(taken, since, () => turnsOf(taken, writer));
      } else if (taken.length > 1) await this.#eachAlone(taken);
      else for (const { fail } of this.#concerned(taken, since)) fail(error);
    }
  }

  async #eachAlone(taken: readonly Waiting[]): Promise<void> {
    for (const one of taken) await this.#carryOut([one], one.since);
  }

  /** Whose transaction failed; if it did not begin, those who have waited as long as the oldest. */
  #concerned(taken: readonly Waiting[], since: number): readonly Waiting[] {
    if (taken.length > 0) return taken;
    const later = this.#waiting.findIndex((one) => one.since > since + AS_LONG_AS_MS);
    return this.#waiting.splice(0, later === -1 ? this.#waiting.length : later);
  }
}

/** Whether one of several works can be why all failed; nothing was written. */
function isOfOne({ cause, isBusy, isOutOfReach, noSpaceOn }: StoreUnavailable): boolean {
  return !isBusy && !isOutOfReach && noSpaceOn === undefined && !(cause instanceof OutcomeUnknown);
}
