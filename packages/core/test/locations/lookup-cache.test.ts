import type { CacheEntry } from '@ops-admin/core';
import { checkCacheEntry } from '@ops-admin/core/adapter';
import { expect } from 'chai';

describe('checkCacheEntry', () => {
  const entry = { key: 'a', provider: 'nominatim', answer: { type: 'location-not-found' }, seconds: 60 };
  for (const [given, message] of [
    [{ key: 5 }, 'key must be a string, not 5'],
    [{ provider: 5 }, 'provider must be a string, not 5'],
    [{ answer: {} }, 'the type of an answer must be a string, not undefined'],
    [{ seconds: '60' }, 'seconds must be a number, not string'],
  ] as const) {
    it(`says that ${message}`, () => {
      expect(() => checkCacheEntry({ ...entry, ...given } as unknown as CacheEntry)).to.throw(message);
    });
  }
});
