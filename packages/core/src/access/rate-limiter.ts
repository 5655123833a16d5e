import type { ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/** Allows `limit` requests of a caller in any window of `windowSeconds`. */
export interface RateLimitPolicy {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The quota of a caller after a request was counted. */
export interface RateLimitState {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends, rounded up. */
  readonly resetSeconds: number;
}

/** Counts the requests of each caller. */
export interface RateLimiter {
  readonly policy: RateLimitPolicy;
  consume(caller: ObjectId): ResultAsync<RateLimitState, StoreUnavailable>;
}
