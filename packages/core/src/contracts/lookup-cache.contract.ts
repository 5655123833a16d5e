import { expect } from 'chai';
import { aTime } from '../fakes/fixtures.js';
import type { CachedAnswer, Clock, LookupCache } from '../index.js';
import { FOUND_LOCATION } from './geo-lookup.contract.js';

/** What every {@link LookupCache} keeps to; `open` gives an empty one for so many answers, which reads the clock. */
export function lookupCacheContract(open: (capacity: number, clock: Clock) => Promise<LookupCache>): void {
  describe('LookupCache contract', () => {
    const FOUND = { type: 'found', location: FOUND_LOCATION } as const;
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
      for (const key of keys) answers.push((await cache.find(key))._unsafeUnwrap());
      return answers;
    };

    beforeEach(() => {
      now = new Date(aTime(0));
    });

    it('gives an answer back, under its key alone', async () => {
      const cache = await opened();
      await cache.store(entry('a'));
      await cache.store(entry('b', NOT_FOUND));
      expect(await found(cache, 'a', 'b', 'c', 'A', '')).to.deep.equal([
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
      expect(await found(cache, 'a')).to.deep.equal([FOUND]);
      later(1);
      expect(await found(cache, 'a')).to.deep.equal([undefined]);
    });

    it('replaces an answer, and its time', async () => {
      const cache = await opened();
      await cache.store(entry('a'));
      later(30_000);
      await cache.store(entry('a', NOT_FOUND));
      later(59_000);
      expect(await found(cache, 'a')).to.deep.equal([NOT_FOUND]);
      expect((await cache.summarize())._unsafeUnwrap().answers).to.equal(1);
    });

    it('keeps no more than it has room for, and forgets what came first', async () => {
      const cache = await opened(3);
      for (const key of ['a', 'b', 'c', 'd']) await cache.store(entry(key));
      expect(await found(cache, 'a', 'b', 'c', 'd')).to.deep.equal([undefined, FOUND, FOUND, FOUND]);
    });

    it('reports how many answers it holds, by provider', async () => {
      const cache = await opened();
      expect((await cache.summarize())._unsafeUnwrap()).to.deep.equal({ answers: 0, providers: [] });
      await cache.store({ ...entry('old', FOUND, 'pelias'), seconds: 1 });
      later(1000);
      await cache.store(entry('a', FOUND, 'photon'));
      await cache.store(entry('b', NOT_FOUND, 'nominatim:backup'));
      await cache.store(entry('c', FOUND, 'photon'));
      expect((await cache.summarize())._unsafeUnwrap()).to.deep.equal({
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
      expect((await cache.clear())._unsafeUnwrap()).to.equal(2);
      expect(await found(cache, 'a', 'b')).to.deep.equal([undefined, undefined]);
      expect((await cache.clear())._unsafeUnwrap()).to.equal(0);
      await cache.store(entry('a'));
      expect(await found(cache, 'a')).to.deep.equal([FOUND]);
    });
  });
}
