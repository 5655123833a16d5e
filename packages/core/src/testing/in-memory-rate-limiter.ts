import {
  type Clock,
  type ObjectId,
  okAsync,
  type RateLimiter,
  type RateLimitPolicy,
  type RateLimitState,
  type ResultAsync,
} from '../index.js';

/** A rate limiter with fixed windows, each starting with its first request. */
export class InMemoryRateLimiter implements RateLimiter {
  readonly policy: RateLimitPolicy;
  readonly #clock: Clock;
  readonly #windows = new Map<ObjectId, { count: number; readonly end: number }>();

  constructor(policy: RateLimitPolicy, clock: Clock = () => new Date()) {
    this.policy = policy;
    this.#clock = clock;
  }

  consume(caller: ObjectId): ResultAsync<RateLimitState, never> {
    const now = this.#clock().getTime();
    let window = this.#windows.get(caller);
    if (!window || window.end <= now) {
      window = { count: 0, end: now + this.policy.windowSeconds * 1000 };
      this.#windows.set(caller, window);
    }
    window.count++;
    return okAsync({
      allowed: window.count <= this.policy.limit,
      remaining: Math.max(0, this.policy.limit - window.count),
      resetSeconds: Math.ceil((window.end - now) / 1000),
    });
  }
}
