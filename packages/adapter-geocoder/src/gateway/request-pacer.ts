import type { Deadline } from './deadline.js';

/** Less time than this is not worth a request. */
const MIN_REQUEST_MS = 500;

/**
 * Spaces requests to one provider evenly, over all callers. A request whose slot would come too late is refused immediately and
 * takes no slot.
 */
export class RequestPacer {
  readonly #intervalMs: number;
  #nextSlot = 0;

  constructor(requestsPerSecond: number) {
    this.#intervalMs = 1000 / requestsPerSecond;
  }

  /** Milliseconds until the next free slot, which is then taken; `undefined` if it is later than the deadline. */
  take(deadline: Deadline): number | undefined {
    const wait = this.waitMs;
    if (wait > deadline.left - MIN_REQUEST_MS) return undefined;
    this.#nextSlot = performance.now() + wait + this.#intervalMs;
    return wait;
  }

  /** Milliseconds until the next free slot. */
  get waitMs(): number {
    return Math.max(0, this.#nextSlot - performance.now());
  }
}
