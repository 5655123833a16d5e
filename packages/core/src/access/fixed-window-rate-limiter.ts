import { okAsync, type ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { RateLimiter, RateLimitPolicy, RateLimitState } from './rate-limiter.js';

interface Window {
  readonly end: number;
  count: number;
}

/**
 * Counts in the memory of this process, in fixed windows that start with a caller's first request. If the length of a window, or
 * the clock, is not a number, the first window never ends. A limit that is not a number lets no request pass.
 */
export class FixedWindowRateLimiter implements RateLimiter {
  readonly policy: RateLimitPolicy;
  readonly #elapsed: () => number;
  /** By caller, the oldest first. All have the same length, so they end in this order. */
  readonly #windows = new Map<ObjectId, Window>();

  /** `elapsed` returns milliseconds by a clock that nobody sets, such as `performance.now()`. */
  constructor(policy: RateLimitPolicy, elapsed: () => number) {
    this.policy = policy;
    this.#elapsed = elapsed;
  }

  consume(caller: ObjectId): ResultAsync<RateLimitState, never> {
    // Whole milliseconds: the difference of fractions can exceed the length of a window.
    const now = Math.floor(this.#elapsed());
    this.#dropEnded(now);
    const window = this.#windowOf(caller, now);
    window.count++;
    return okAsync({
      allowed: window.count <= this.policy.limit,
      remaining: Math.max(0, this.policy.limit - window.count) || 0,
      resetSeconds: Math.ceil((window.end - now) / 1000) || 0,
    });
  }

  #windowOf(caller: ObjectId, now: number): Window {
    const known = this.#windows.get(caller);
    if (known) return known;
    const window = { end: now + this.policy.windowSeconds * 1000, count: 0 };
    this.#windows.set(caller, window);
    return window;
  }

  #dropEnded(now: number): void {
    for (const [caller, { end }] of this.#windows) {
      if (!(end <= now)) return;
      this.#windows.delete(caller);
    }
  }
}
