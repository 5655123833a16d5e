import { okAsync } from '@ops-admin/core';

/**
 * A port of our own making: so many look-ups in any stretch of time, where fixed windows let twice as many through around
 * the end of one.
 * @implements {RateLimiter}
 * @import { ObjectId, RateLimiter, RateLimitPolicy } from '@ops-admin/core'
 */
export class SlidingWindowRateLimiter {
  /** When each request of a caller leaves the window. @type {Map<ObjectId, number[]>} */
  #ends = new Map();

  /** @param {RateLimitPolicy} policy */
  constructor(policy) {
    this.policy = policy;
  }

  /** @param {ObjectId} caller */
  consume(caller) {
    const { limit, windowSeconds } = this.policy;
    // Whole milliseconds: the difference of fractions can exceed the length of a window.
    const now = Math.floor(performance.now());
    const ends = (this.#ends.get(caller) ?? []).filter((end) => end > now);
    const allowed = ends.length < limit;
    if (allowed) ends.push(now + windowSeconds * 1000);
    this.#ends.set(caller, ends);
    const [next = now] = ends;
    return okAsync({
      allowed,
      remaining: limit - ends.length,
      resetSeconds: Math.ceil((next - now) / 1000),
    });
  }
}
