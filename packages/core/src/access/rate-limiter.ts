import type { ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/** How often a caller can ask: `limit` times in any window of `windowSeconds`. */
export interface RateLimitPolicy {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** What a caller has left after a request was counted. */
export interface RateLimitState {
  /** Whether this request is within the limit. */
  readonly allowed: boolean;
  /** Requests left in the current window. */
  readonly remaining: number;
  /** Whole seconds until the window ends, rounded up. */
  readonly resetSeconds: number;
}

/** Counts the requests of each caller. */
export interface RateLimiter {
  readonly policy: RateLimitPolicy;
  /** Counts one request. */
  consume(caller: ObjectId): ResultAsync<RateLimitState, StoreUnavailable>;
}
