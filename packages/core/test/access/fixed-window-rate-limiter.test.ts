import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FixedWindowRateLimiter } from '@ops-admin/core';
import { anId } from '@ops-admin/testing';
import { rateLimiterContract } from '@ops-admin/testing/contracts';
import { expect } from 'chai';

describe('FixedWindowRateLimiter', () => {
  rateLimiterContract(async (policy) => new FixedWindowRateLimiter(policy, () => performance.now()));

  let now: number;
  const START = 1234.5;
  const open = (limit = 1) => new FixedWindowRateLimiter({ limit, windowSeconds: 60 }, () => now);
  const stateOf = async (limiter: FixedWindowRateLimiter, caller = 1) =>
    (await limiter.consume(anId(caller)))._unsafeUnwrap();

  beforeEach(() => {
    now = START;
  });

  it('starts the window of a caller with their first request', async () => {
    const limiter = open();
    await stateOf(limiter, 1);
    now = START + 30_000;
    expect((await stateOf(limiter, 2)).resetSeconds).to.equal(60);
    expect((await stateOf(limiter, 1)).resetSeconds).to.equal(30);
    now = START + 60_000;
    expect(await stateOf(limiter, 1)).to.deep.equal({ allowed: true, remaining: 0, resetSeconds: 60 });
    expect(await stateOf(limiter, 2)).to.deep.equal({ allowed: false, remaining: 0, resetSeconds: 30 });
  });

  it('never returns a wait longer than the window, with a fractional clock', async () => {
    for (let n = 1; n <= 1000; n++) {
      now = n * 1234.567;
      expect((await stateOf(open())).resetSeconds, String(now)).to.equal(60);
    }
  });

  it('counts until the last millisecond, and rounds seconds up', async () => {
    const limiter = open();
    await stateOf(limiter);
    for (const [ms, seconds] of [
      [1, 60],
      [1000, 59],
      [1001, 59],
      [58_999, 2],
      [59_000, 1],
      [59_999, 1],
    ] as const) {
      now = START + ms;
      expect(await stateOf(limiter), `${ms} ms`).to.include({ allowed: false, resetSeconds: seconds });
    }
    now = START + 60_000;
    expect(await stateOf(limiter)).to.include({ allowed: true });
  });

  it('keeps no data about ended windows', async () => {
    const limiter = open();
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const heap = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    for (let n = 0; n < 50_000; n++) await stateOf(limiter, n);
    const before = heap();
    for (let round = 1; round <= 6; round++) {
      now = START + round * 60_000;
      for (let n = 0; n < 50_000; n++) await stateOf(limiter, round * 50_000 + n);
    }
    const kept = heap() - before;
    // Asked once more, or it would itself be garbage when it is measured.
    expect((await stateOf(limiter, 1)).allowed).to.equal(true);
    expect(kept).to.be.below(10_000_000);
  });
});
