import { LocalTokenIssuer, LocalTokenVerifier, MemoryRateLimiter } from '@ops-admin/adapter-http-koa';
import { anId, rateLimiterContract, tokenVerifierContract } from '@ops-admin/core/testing';
import { newKeys } from './open-service.ts';

describe('MemoryRateLimiter', () => {
  rateLimiterContract(async (policy) => new MemoryRateLimiter(policy));
});

describe('LocalTokenVerifier', () => {
  tokenVerifierContract(async () => {
    const keys = newKeys();
    const issueAt = async (ago: number) => {
      const issuer = new LocalTokenIssuer(keys, () => new Date(Date.now() - ago * 1000));
      return (await issuer.issue(anId(7), 60))._unsafeUnwrap();
    };
    return {
      verifier: new LocalTokenVerifier(keys, () => new Date()),
      token: await issueAt(0),
      subject: { type: 'user', userId: anId(7) },
      expiredToken: await issueAt(61),
    };
  });
});
