// `npm run test:mocha`, or `npm run test:jest`
import { rateLimiterContract } from '@ops-admin/testing/contracts';
import { SlidingWindowRateLimiter } from './sliding-window-rate-limiter.js';

describe('SlidingWindowRateLimiter', () => {
  rateLimiterContract(async (policy) => new SlidingWindowRateLimiter(policy));
});
