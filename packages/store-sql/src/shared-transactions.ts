import { err, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { StoreFault } from '@ops-admin/core/adapter';
import { refuseWithin } from './one-transaction.js';
import { WaitedInVain } from './semaphore.js';
import type { Transaction } from './sql.js';
import type { SqlDatabase } from './sql-database.js';

/**
 * Makes the first of these calls, at least one, up to one that depends on what an earlier one writes. An error of a call writes
 * nothing of it; what is thrown undoes all.
 */
export type MakeCalls<Call, T, E> = (
  sql: Transaction,
  calls: readonly Call[],
) => Promise<readonly Result<T, E>[]>;

/** The most calls in one transaction, because other processes wait for its end. */
const CALLS_PER_TRANSACTION = 200;

/** How long a transaction continues with calls that depend on others before them. */
const TAKES_MORE_MS = 100;

/** Calls that began to wait so soon after one that has waited too long are refused with it: so few attempts are made while nobody gets the lock. */
const AS_LONG_AS_MS = 500;

interface Waiting<Call, T, E> {
  readonly call: Call;
  readonly since: number;
  readonly settle: (result: Result<T, E | StoreUnavailable>) => void;
  readonly fail: (error: unknown) => void;
  timer?: NodeJS.Timeout;
}

/** The answer to COMMIT did not arrive. */
export class OutcomeUnknown extends StoreFault {
  constructor(cause: unknown) {
    super('the connection was lost while the change was written: check whether it was made', { cause });
  }
}

/**
 * Makes calls that come at the same time, or while others are made, in one transaction, because waiting for the disk is most of what
 * a commit takes. Each has its own result, only after the commit. If one throws, each is made in a transaction of its own, unless the
 * failure is one of the database that concerns all.
 */
export class SharedTransactions<Call, T, E> {
  readonly #database: SqlDatabase;
  readonly #make: MakeCalls<Call, T, E>;
  readonly #waiting: Waiting<Call, T, E>[] = [];
  #isChanging = false;

  constructor(database: SqlDatabase, make: MakeCalls<Call, T, E>) {
    this.#database = database;
    this.#make = make;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Makes a call, together with others. Errors: its own, and `store-unavailable`. */
  add(call: Call): ResultAsync<T, E | StoreUnavailable> {
    const made = new Promise<Result<T, E | StoreUnavailable>>((resolve, reject) => {
      refuseWithin(this.#database);
      const one: Waiting<Call, T, E> = { call, since: performance.now(), settle: resolve, fail: reject };
      this.#waiting.push(one);
      if (this.#isChanging) this.#setTimer(one);
      else void this.#change();
    });
    return new ResultAsync(made);
  }

  async #change(): Promise<void> {
    this.#isChanging = true;
    while (this.#waiting.length > 0) await this.#carryOut([]);
    this.#isChanging = false;
  }

  /** Makes these calls; without any, those that wait when the transaction begins. */
  async #carryOut(calls: Waiting<Call, T, E>[]): Promise<void> {
    const oldest = calls[0] ?? this.#waiting[0];
    try {
      const made = await this.#database.transaction(
        (sql) => {
          if (calls.length === 0) calls.push(...this.#take());
          return this.#makeInTurn(sql, calls);
        },
        oldest && { waitMs: this.#left(oldest) },
      );
      // The rest depends on calls before it, and there was no time for it.
      this.#putBack(calls.splice(made.length));
      for (const [n, { settle }] of calls.entries()) settle(made[n] as Result<T, E>);
    } catch (cause) {
      const failure = this.#database.failureOf(cause);
      if (calls.length === 0) calls.push(...this.#take());
      if (calls.length > 1 && (!failure || isOfOne(failure))) {
        for (const one of calls) await this.#carryOut([one]);
        return;
      }
      const isLate = (one: Waiting<Call, T, E>) =>
        !failure?.isBusy || one === oldest || this.#left(one) <= AS_LONG_AS_MS;
      this.#putBack(calls.filter((one) => !isLate(one)));
      for (const { fail, settle } of calls.filter(isLate)) {
        if (failure) settle(err(failure));
        else fail(cause);
      }
    }
  }

  #left({ since }: { readonly since: number }): number {
    return Math.max(0, since + this.#database.waitMs - performance.now());
  }

  #take(): Waiting<Call, T, E>[] {
    const taken = this.#waiting.splice(0, CALLS_PER_TRANSACTION);
    for (const { timer } of taken) clearTimeout(timer);
    return taken;
  }

  #putBack(calls: readonly Waiting<Call, T, E>[]): void {
    this.#waiting.unshift(...calls);
    for (const one of calls) this.#setTimer(one);
  }

  #setTimer(one: Waiting<Call, T, E>): void {
    const giveUp = () => {
      this.#waiting.splice(this.#waiting.indexOf(one), 1);
      one.settle(err({ type: 'store-unavailable', cause: new WaitedInVain('other changes'), isBusy: true }));
    };
    one.timer = setTimeout(giveUp, this.#left(one));
  }

  async #makeInTurn(
    sql: Transaction,
    calls: readonly Waiting<Call, T, E>[],
  ): Promise<readonly Result<T, E>[]> {
    const results: Result<T, E>[] = [];
    const end = performance.now() + TAKES_MORE_MS;
    while (results.length < calls.length && (results.length === 0 || performance.now() < end)) {
      const rest = calls.slice(results.length).map(({ call }) => call);
      results.push(...(await this.#make(sql, rest)));
    }
    return results;
  }
}

/** Whether one of several calls can be why all failed; nothing was written. */
function isOfOne({ cause, isBusy, isOutOfReach, noSpaceOn }: StoreUnavailable): boolean {
  return !isBusy && !isOutOfReach && noSpaceOn === undefined && !(cause instanceof OutcomeUnknown);
}
