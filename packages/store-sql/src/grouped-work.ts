import type { ChainEnd, Result } from '@ops-admin/core';
import type { Work } from './work.js';

/** Where the trail ends in a transaction that writes: each work of it goes on from where the one before has left it. */
export interface Chain {
  end: ChainEnd;
  /** Whether the newest entry is signed; that of the transaction before always is. */
  isSigned: boolean;
}

/**
 * Work that writes. `isLast` says that no other work follows in the transaction, so that this one signs what it writes (decision 6):
 * that takes longer than anything else that a small change does.
 */
export type ChangingWork<T, E> = (chain: Chain, isLast: boolean) => Work<Result<T, E>>;

/** A work that came to its turn, and what it came to. */
export interface Turn {
  readonly work: ChangingWork<unknown, unknown>;
  readonly isLast: boolean;
}

/** The work that was to sign wrote no entry, so its transaction must not be committed: `writer` is the last that did. */
export class NotSigned extends Error {
  readonly writer: number;

  constructor(writer: number) {
    super();
    this.writer = writer;
  }
}

/** How many works share a transaction at most: other processes wait for its end. */
export const WORKS_PER_TRANSACTION = 200;

/** The same works in a new transaction, in which that one signs. */
export function turnsOf(
  works: readonly { readonly work: Turn['work'] }[],
  signer: number = works.length - 1,
): readonly Turn[] {
  return works.map(({ work }, n) => ({ work, isLast: n === signer }));
}

/**
 * Several works one after the other, in a transaction that they share because waiting for the disk is most of what a commit
 * takes. An error of one comes before its first write, and leaves the others alone; what one throws undoes all.
 */
export function* inTurn(start: ChainEnd, turns: Iterable<Turn>): Work<readonly Result<unknown, unknown>[]> {
  const chain: Chain = { end: start, isSigned: true };
  const results: Result<unknown, unknown>[] = [];
  let writer: { readonly n: number; readonly isLast: boolean } | undefined;
  for (const { isLast, work } of turns) {
    const { id } = chain.end;
    results.push(yield* work(chain, isLast));
    if (chain.end.id !== id) writer = { n: results.length - 1, isLast };
  }
  if (writer && !writer.isLast && !chain.isSigned) throw new NotSigned(writer.n);
  return results;
}
