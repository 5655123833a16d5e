// `npx mocha fixed-window-rate-limiter.test.js`
import { rateLimiterContract } from '@ops-admin/core/testing';
import { FixedWindowRateLimiter } from './fixed-window-rate-limiter.js';

describe('FixedWindowRateLimiter', () => {
  rateLimiterContract(async (policy) => new FixedWindowRateLimiter(policy));
});
