import { expect } from 'chai';
import { anId } from '../fakes/fixtures.js';
import type { RateLimiter, RateLimitPolicy } from '../index.js';

/** What every {@link RateLimiter} keeps to; `open` gives one that has counted nothing yet. */
export function rateLimiterContract(open: (policy: RateLimitPolicy) => Promise<RateLimiter>): void {
  describe('RateLimiter contract', () => {
    it('lets through as many as the limit says and no more', async () => {
      const limiter = await open({ limit: 3, windowSeconds: 60 });
      const states = [];
      for (let n = 0; n < 5; n++) states.push((await limiter.consume(anId(1)))._unsafeUnwrap());
      expect(states.map(({ allowed }) => allowed)).to.deep.equal([true, true, true, false, false]);
      expect(states.map(({ remaining }) => remaining)).to.deep.equal([2, 1, 0, 0, 0]);
    });

    it('lets exactly the limit through of many at once', async () => {
      const limiter = await open({ limit: 5, windowSeconds: 60 });
      const states = await Promise.all(Array.from({ length: 40 }, () => limiter.consume(anId(1))));
      expect(states.filter((state) => state._unsafeUnwrap().allowed)).to.have.length(5);
    });

    it('counts each caller alone', async () => {
      const limiter = await open({ limit: 1, windowSeconds: 60 });
      await limiter.consume(anId(1));
      expect((await limiter.consume(anId(2)))._unsafeUnwrap().allowed).to.equal(true);
    });

    it('says in whole seconds, at least one, when the window ends, and starts again then', async () => {
      const limiter = await open({ limit: 1, windowSeconds: 1 });
      expect((await limiter.consume(anId(1)))._unsafeUnwrap().resetSeconds).to.equal(1);
      expect((await limiter.consume(anId(1)))._unsafeUnwrap()).to.include({
        allowed: false,
        resetSeconds: 1,
      });
      await new Promise<void>((resolve) => setTimeout(resolve, 1050));
      expect((await limiter.consume(anId(1)))._unsafeUnwrap().allowed).to.equal(true);
    });

    it('reports its policy', async () => {
      const policy = { limit: 7, windowSeconds: 11 };
      expect((await open(policy)).policy).to.deep.equal(policy);
    });
  });
}
