import assert from 'node:assert/strict';
import type { CachedAnswer, Clock, LookupCache } from '@ops-admin/core';
import { aTime } from '../fixtures.js';
import { okOf } from './assertions.js';
import { assertTakesNone, NO_TEXTS } from './bad-arguments.js';
import { FOUND_LOCATION } from './geo-lookup.contract.js';
import { runnerOf, type SuiteOptions } from './runner.js';

/**
 * The tests that every {@link LookupCache} must pass; `open` gives an empty cache for that many answers, which reads the
 * clock.
 */
export function lookupCacheContract(
  open: (capacity: number, clock: Clock) => Promise<LookupCache>,
  options?: SuiteOptions,
): void {
  const { beforeEach, describe, it } = runnerOf(options);
  describe('LookupCache contract', () => {
    const FOUND = {
      type: 'found',
      location: FOUND_LOCATION,
    } as const;
    const NOT_FOUND = { type: 'location-not-found' } as const;
    let now: Date;
    const opened = (capacity = 100) => open(capacity, () => now);
    const later = (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds);
    };
    const entry = (key: string, answer: CachedAnswer = FOUND, provider = 'nominatim') => ({
      key,
      provider,
      answer,
      seconds: 60,
    });
    const found = async (cache: LookupCache, ...keys: string[]) => {
      const answers: (CachedAnswer | undefined)[] = [];
      for (const key of keys) answers.push(await okOf(cache.find(key)));
      return answers;
    };

    beforeEach(async () => {
      now = new Date(aTime(0));
    });

    it('rejects an invalid key or entry, and keeps nothing of it', async () => {
      const cache = await opened();
      await assertTakesNone(NO_TEXTS, (key) => cache.find(key));
      await assertTakesNone(
        {
          nothing: undefined,
          'no key': { ...entry('a'), key: undefined },
          'a symbol for a provider': { ...entry('a'), provider: Symbol('p') },
          'no answer': { ...entry('a'), answer: undefined },
          'an answer of no kind': { ...entry('a'), answer: {} },
          'no number of seconds': { ...entry('a'), seconds: Number.NaN },
          'seconds without end': { ...entry('a'), seconds: Number.POSITIVE_INFINITY },
        },
        (given) => cache.store(given),
      );
      assert.equal((await okOf(cache.summarize())).answers, 0);
    });

    it('gives an answer back, only under its key', async () => {
      const cache = await opened();
      await cache.store(entry('a'));
      await cache.store(entry('b', NOT_FOUND));
      assert.deepEqual(await found(cache, 'a', 'b', 'c', 'A', ''), [
        FOUND,
        NOT_FOUND,
        undefined,
        undefined,
        undefined,
      ]);
    });

    it('gives an answer until its time is over', async () => {
      const cache = await opened();
      await cache.store(entry('a'));
      later(59_999);
      assert.deepEqual(await found(cache, 'a'), [FOUND]);
      later(1);
      assert.deepEqual(await found(cache, 'a'), [undefined]);
    });

    it('replaces an answer, and its time', async () => {
      const cache = await opened();
      await cache.store(entry('a'));
      later(30_000);
      await cache.store(entry('a', NOT_FOUND));
      later(59_000);
      assert.deepEqual(await found(cache, 'a'), [NOT_FOUND]);
      assert.equal((await okOf(cache.summarize())).answers, 1);
    });

    it('keeps no more than it has room for, and forgets what came first', async () => {
      const cache = await opened(3);
      for (const key of ['a', 'b', 'c', 'd']) await cache.store(entry(key));
      assert.deepEqual(await found(cache, 'a', 'b', 'c', 'd'), [undefined, FOUND, FOUND, FOUND]);
    });

    it('reports how many answers it holds, by provider', async () => {
      const cache = await opened();
      assert.deepEqual(await okOf(cache.summarize()), { answers: 0, providers: [] });
      await cache.store({ ...entry('old', FOUND, 'pelias'), seconds: 1 });
      later(1000);
      await cache.store(entry('a', FOUND, 'photon'));
      await cache.store(entry('b', NOT_FOUND, 'nominatim:backup'));
      await cache.store(entry('c', FOUND, 'photon'));
      assert.deepEqual(await okOf(cache.summarize()), {
        answers: 3,
        providers: [
          { provider: 'nominatim:backup', answers: 1 },
          { provider: 'photon', answers: 2 },
        ],
      });
    });

    it('forgets everything when asked to', async () => {
      const cache = await opened();
      await cache.store(entry('a'));
      await cache.store(entry('b', NOT_FOUND));
      await cache.store({ ...entry('old'), seconds: 1 });
      later(1000);
      assert.equal(await okOf(cache.clear()), 2);
      assert.deepEqual(await found(cache, 'a', 'b'), [undefined, undefined]);
      assert.equal(await okOf(cache.clear()), 0);
      await cache.store(entry('a'));
      assert.deepEqual(await found(cache, 'a'), [FOUND]);
    });
  });
}
