import type { RateLimiter } from '@ops-admin/core';
import type { AppMiddleware } from '../app-context.js';
import { sendProblem, storeFailure } from '../present/problem.js';

/**
 * Counts the caller's request and refuses it over the limit (decision 7). Every answer behind it tells the limit in the
 * `RateLimit` and `RateLimit-Policy` fields (draft-ietf-httpapi-ratelimit-headers); stands behind `authenticate`.
 */
export function rateLimit(limiter: RateLimiter): AppMiddleware {
  const { limit, windowSeconds } = limiter.policy;
  return async (ctx, next) => {
    const state = await limiter.consume(ctx.state.caller.userId);
    if (state.isErr()) return sendProblem(ctx, storeFailure(state.error));
    const { allowed, remaining, resetSeconds } = state.value;
    ctx.set('RateLimit-Policy', `"default";q=${limit};w=${windowSeconds}`);
    ctx.set('RateLimit', `"default";r=${remaining};t=${resetSeconds}`);
    if (allowed) return next();
    sendProblem(ctx, {
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      message: `At most ${limit} look-ups in ${windowSeconds} seconds; try again in ${resetSeconds}`,
      headers: { 'Retry-After': String(resetSeconds) },
    });
  };
}
