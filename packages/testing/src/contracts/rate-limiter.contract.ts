import assert from 'node:assert/strict';
import type { RateLimiter, RateLimitPolicy } from '@ops-admin/core';
import { anId } from '../fixtures.js';
import { assertEach, assertIncludes, okOf } from './assertions.js';
import { runnerOf, type SuiteOptions } from './runner.js';

/** The tests that every {@link RateLimiter} must pass; `open` gives a limiter that has counted nothing yet. */
export function rateLimiterContract(
  open: (policy: RateLimitPolicy) => Promise<RateLimiter>,
  options?: SuiteOptions,
): void {
  const { describe, it } = runnerOf(options);
  /** Waits for what must happen within a second. Fails after three: a wrong limiter must not hang the tests. */
  const until = async (isSo: () => Promise<boolean>, what: string) => {
    const began = Date.now();
    let asked = began;
    while (!(await isSo())) {
      assert.ok(asked - began < 3000, what);
      await new Promise<void>((resolve) => setTimeout(resolve, 20));
      asked = Date.now();
    }
  };
  describe('RateLimiter contract', () => {
    it('lets through as many as the limit says and no more', async () => {
      const limiter = await open({ limit: 3, windowSeconds: 60 });
      const states = [];
      for (let n = 0; n < 5; n++) states.push(await okOf(limiter.consume(anId(1))));
      assertEach(states, ({ allowed }) => allowed, [true, true, true, false, false]);
      assertEach(states, ({ remaining }) => remaining, [2, 1, 0, 0, 0]);
    });

    it('lets exactly the limit through of many at once', async () => {
      const limiter = await open({ limit: 5, windowSeconds: 60 });
      const states = await Promise.all(Array.from({ length: 40 }, () => okOf(limiter.consume(anId(1)))));
      assert.equal(states.filter(({ allowed }) => allowed).length, 5);
    });

    it('counts each caller separately', async () => {
      const limiter = await open({ limit: 1, windowSeconds: 60 });
      await limiter.consume(anId(1));
      assert.equal((await okOf(limiter.consume(anId(2)))).allowed, true);
      assert.equal((await okOf(limiter.consume(anId(1)))).allowed, false);
    });

    it('says in whole seconds, at least one, when the window ends, and starts again then', async () => {
      const limiter = await open({ limit: 1, windowSeconds: 1 });
      let user = 0;
      let began: number;
      let second: Awaited<ReturnType<typeof consume>>;
      const consume = () => okOf(limiter.consume(anId(user)));
      do {
        // On a busy machine, the window of a caller may end before the second question.
        user++;
        began = Date.now();
        assert.equal((await consume()).resetSeconds, 1);
        second = await consume();
      } while (Date.now() - began >= 1000);
      assertIncludes(second, { allowed: false, resetSeconds: 1 });
      await until(async () => (await consume()).allowed, 'the window must end');
      assert.ok(Date.now() - began >= 900, 'the window lasted a second');
    });

    it('says fewer seconds as the window passes', async () => {
      const limiter = await open({ limit: 1, windowSeconds: 60 });
      const seconds = async () => (await okOf(limiter.consume(anId(1)))).resetSeconds;
      assert.equal(await seconds(), 60);
      await until(async () => (await seconds()) < 60, 'a second must pass');
    });

    it('never promises a second more than its window has', async () => {
      const limiter = await open({ limit: 1, windowSeconds: 1 });
      // Where a clock has fractions of milliseconds, rounding makes the difference exceed the window for some callers.
      for (let user = 1; user <= 400; user++) {
        const { resetSeconds } = await okOf(limiter.consume(anId(user)));
        assert.ok(resetSeconds <= 1, `${resetSeconds} seconds of 1`);
      }
    });

    it('reports its policy', async () => {
      const policy = { limit: 7, windowSeconds: 11 };
      assert.deepEqual((await open(policy)).policy, policy);
    });
  });
}
