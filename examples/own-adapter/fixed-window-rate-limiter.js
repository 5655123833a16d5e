import { okAsync } from '@ops-admin/core';

/**
 * A port of our own making: so many look-ups in a fixed window, whose length may be a day.
 * @implements {RateLimiter}
 * @import { ObjectId, RateLimiter, RateLimitPolicy } from '@ops-admin/core'
 */
export class FixedWindowRateLimiter {
  /** @type {Map<ObjectId, { count: number, endsAt: number }>} */
  #windows = new Map();

  /** @param {RateLimitPolicy} policy */
  constructor(policy) {
    this.policy = policy;
  }

  /** @param {ObjectId} caller */
  consume(caller) {
    const { limit, windowSeconds } = this.policy;
    const now = Date.now();
    const running = this.#windows.get(caller);
    const window =
      running && running.endsAt > now ? running : { count: 0, endsAt: now + windowSeconds * 1000 };
    window.count++;
    this.#windows.set(caller, window);
    return okAsync({
      allowed: window.count <= limit,
      remaining: Math.max(0, limit - window.count),
      resetSeconds: Math.ceil((window.endsAt - now) / 1000),
    });
  }
}
