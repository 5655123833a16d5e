/** Numbers that look random and follow from a seed (mulberry32), so that a finding can be made again. */
export class Random {
  #state: number;

  /** Further numbers make another sequence of the same seed: the third request of seed 7 is `new Random(7, 3)`. */
  constructor(seed: number, ...further: readonly number[]) {
    this.#state = seed >>> 0;
    for (const one of further) this.#state = (Math.floor(this.next() * 2 ** 32) ^ one) >>> 0;
    this.next();
  }

  /** From 0 to less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to less than this one. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Whether something happens that does in such a share of cases. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<One>(from: readonly One[]): One {
    return from[this.below(from.length)] as One;
  }

  /** So many picks, the same one perhaps more than once. */
  some<One>(from: readonly One[], count: number): One[] {
    return Array.from({ length: count }, () => this.pick(from));
  }
}

/** A seed that nobody chose. */
export function anySeed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}
