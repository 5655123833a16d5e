import { okAsync, type ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { Clock } from '../values/timestamp.js';
import type { RateLimiter, RateLimitPolicy, RateLimitState } from './rate-limiter.js';

/** Times in milliseconds since 1970. */
interface Window {
  readonly start: number;
  readonly end: number;
  count: number;
}

/**
 * Counts in the memory of this process, in fixed windows: each starts with a caller's first request. If the
 * length of a window, or the clock, is not a number, the first window never ends. A limit that is not a number lets no
 * request through.
 */
export class FixedWindowRateLimiter implements RateLimiter {
  readonly policy: RateLimitPolicy;
  readonly #clock: Clock;
  /** By caller, the oldest first. All have the same length, so they end in this order unless the clock is set back. */
  readonly #windows = new Map<ObjectId, Window>();

  constructor(policy: RateLimitPolicy, clock: Clock) {
    this.policy = policy;
    this.#clock = clock;
  }

  consume(caller: ObjectId): ResultAsync<RateLimitState, never> {
    const now = this.#clock().getTime();
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
    // A window that starts in the future is from before the clock was set back. It could last for ever.
    if (known && !(known.start > now || now >= known.end)) return known;
    this.#windows.delete(caller);
    const window = { start: now, end: now + this.policy.windowSeconds * 1000, count: 0 };
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
