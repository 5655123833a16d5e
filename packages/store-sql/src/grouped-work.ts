import type { ChainEnd, Result } from '@ops-admin/core';
import type { Work } from './work.js';

/** Where the trail ends in a transaction that writes: what is written goes on from there. */
export interface Chain {
  end: ChainEnd;
}

/**
 * A call that writes. Those of one kind, which have the same `make`, are made together where they come at the same time: what they
 * need is read by one statement, and what they leave is written by one.
 */
export interface ChangingWork<T, E, Call = unknown> {
  readonly call: Call;
  /**
   * Makes the first of these calls, at least one, up to one that depends on what an earlier one writes. An error of a call writes
   * nothing of it; what is thrown undoes all. The newest entry that is written is signed (decision 6).
   */
  make(calls: readonly Call[], chain: Chain): Work<readonly Result<T, E>[]>;
}

/** Work that has nothing in common with other calls. */
export type LoneWork<T, E> = (chain: Chain) => Work<Result<T, E>>;

/** Work that is made by itself, if in a transaction with others. */
export function alone<T, E>(work: LoneWork<T, E>): ChangingWork<T, E, LoneWork<T, E>> {
  return {
    call: work,
    *make([first = work], chain) {
      return [yield* first(chain)];
    },
  };
}

/** How many calls share a transaction at most: other processes wait for its end. */
export const WORKS_PER_TRANSACTION = 200;

/**
 * Makes calls in a transaction that they share, because waiting for the disk is most of what a commit takes: as many as it can
 * until `isEnough`, at least one.
 */
export function* inTurn(
  start: ChainEnd,
  works: readonly ChangingWork<unknown, unknown>[],
  isEnough: () => boolean = () => false,
): Work<readonly Result<unknown, unknown>[]> {
  const chain: Chain = { end: start };
  const results: Result<unknown, unknown>[] = [];
  for (let [first] = works; first && (results.length === 0 || !isEnough()); first = works[results.length]) {
    const { make } = first;
    const next = works.findIndex((work, n) => n > results.length && work.make !== make);
    const together = works.slice(results.length, next < 0 ? undefined : next);
    results.push(
      ...(yield* make(
        together.map(({ call }) => call),
        chain,
      )),
    );
  }
  return results;
}
