import type { Deadline } from './deadline.js';

/** Less time than this is not worth a request, in milliseconds. */
const LEAST_TIME_TO_ASK = 500;

/**
 * Spaces requests to one provider evenly, over all callers. Whoever would have its turn too late is told so at once and
 * takes nobody's turn.
 */
export class OutboundLimit {
  readonly #intervalMs: number;
  #nextTurn = 0;

  constructor(requestsPerSecond: number) {
    this.#intervalMs = 1000 / requestsPerSecond;
  }

  /** Milliseconds until one's turn, which is then taken; `undefined` where it comes too late for the deadline. */
  take(deadline: Deadline): number | undefined {
    const wait = this.waitMs;
    if (wait > deadline.left - LEAST_TIME_TO_ASK) return undefined;
    this.#nextTurn = performance.now() + wait + this.#intervalMs;
    return wait;
  }

  /** Milliseconds until the next turn that is free. */
  get waitMs(): number {
    return Math.max(0, this.#nextTurn - performance.now());
  }
}
