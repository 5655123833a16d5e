import type { RateLimiter, RateLimitPolicy } from '@ops-admin/core';
import { type DescribedProblem, storeFailure } from '../problem.js';
import type { Check } from './check.js';

export function limitExceeded(
  { limit, windowSeconds }: RateLimitPolicy,
  resetSeconds: number,
): DescribedProblem {
  return {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: `At most ${limit} lookups in ${windowSeconds} seconds; try again in ${resetSeconds}`,
    when: 'The caller has used up the lookups of this window.',
    headers: { 'Retry-After': String(resetSeconds) },
    refusal: 'rate-limit',
  };
}

/**
 * Counts the caller's request and refuses it over the limit. Every answer from here on reports the limit in the
 * `RateLimit` and `RateLimit-Policy` fields (draft-ietf-httpapi-ratelimit-headers); after `authenticate`.
 */
export function rateLimit(limiter: RateLimiter): Check {
  const { limit, windowSeconds } = limiter.policy;
  return async (ctx) => {
    const state = await limiter.consume(ctx.state.caller.userId);
    if (state.isErr()) return storeFailure(state.error);
    const { allowed, remaining, resetSeconds } = state.value;
    ctx.set('RateLimit-Policy', `"default";q=${limit};w=${windowSeconds}`);
    ctx.set('RateLimit', `"default";r=${remaining};t=${resetSeconds}`);
    return allowed ? undefined : limitExceeded(limiter.policy, resetSeconds);
  };
}
