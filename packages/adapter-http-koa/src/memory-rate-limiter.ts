import {
  err,
  type ObjectId,
  ok,
  type RateLimiter,
  type RateLimitPolicy,
  type RateLimitState,
  type Result,
  ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
// Their own files: the package's index loads what it has for every other store, a tenth of the time until `serve` is ready.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';

/** Counts in the memory of this process. */
export class MemoryRateLimiter implements RateLimiter {
  readonly policy: RateLimitPolicy;
  readonly #limiter: RateLimiterMemory;

  constructor(policy: RateLimitPolicy) {
    this.policy = policy;
    this.#limiter = new RateLimiterMemory({ points: policy.limit, duration: policy.windowSeconds });
  }

  consume(caller: ObjectId): ResultAsync<RateLimitState, StoreUnavailable> {
    return new ResultAsync(
      this.#limiter.consume(caller).then(
        (counted): Result<RateLimitState, StoreUnavailable> => ok(stateOf(counted, true)),
        (reason: unknown) =>
          // Over the limit is a rejection with the state in it; anything else is a failure.
          reason instanceof RateLimiterRes
            ? ok(stateOf(reason, false))
            : err({ type: 'store-unavailable', cause: reason }),
      ),
    );
  }
}

function stateOf({ remainingPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): RateLimitState {
  return { allowed, remaining: remainingPoints, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}
