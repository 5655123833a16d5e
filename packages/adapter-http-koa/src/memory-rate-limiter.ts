import {
  type ObjectId,
  okAsync,
  type RateLimiter,
  type RateLimitPolicy,
  type RateLimitState,
  type ResultAsync,
} from '@ops-admin/core';

interface Window {
  count: number;
  /** By the clock of `performance.now()`, in milliseconds. */
  readonly end: number;
}

/** Counts in the memory of this process: fixed windows, each of which begins with the first request of a caller. */
export class MemoryRateLimiter implements RateLimiter {
  readonly policy: RateLimitPolicy;
  /** All are of one length, so that the first is the first to end. */
  readonly #windows = new Map<ObjectId, Window>();

  constructor(policy: RateLimitPolicy) {
    this.policy = policy;
  }

  consume(caller: ObjectId): ResultAsync<RateLimitState, never> {
    const { limit, windowSeconds } = this.policy;
    const now = performance.now();
    this.#forgetEnded(now);
    const window = this.#windows.get(caller) ?? { count: 0, end: now + windowSeconds * 1000 };
    this.#windows.set(caller, window);
    window.count++;
    return okAsync({
      allowed: window.count <= limit,
      remaining: Math.max(0, limit - window.count),
      resetSeconds: Math.max(1, Math.ceil((window.end - now) / 1000)),
    });
  }

  #forgetEnded(now: number): void {
    for (const [caller, { end }] of this.#windows) {
      if (end > now) return;
      this.#windows.delete(caller);
    }
  }
}
