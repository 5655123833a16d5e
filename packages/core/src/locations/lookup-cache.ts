import type { ResultAsync } from '../result.js';
import { checkText } from '../values/check-argument.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { FoundLocation } from './location.js';

/** The answer of a provider: where the address is, or that it does not exist. */
export type CachedAnswer =
  | { readonly type: 'found'; readonly location: FoundLocation }
  | { readonly type: 'location-not-found' };

/** An answer to keep. */
export interface CacheEntry {
  /** Names the provider, its options and the address, which cannot be read from it. */
  readonly key: string;
  /** The configured name. */
  readonly provider: string;
  readonly answer: CachedAnswer;
  /** How long the answer can be used: more than 0. */
  readonly seconds: number;
}

/** The number of answers in a cache, without expired ones. */
export interface CacheSummary {
  readonly answers: number;
  /** By provider, in the order of their names. */
  readonly providers: readonly { readonly provider: string; readonly answers: number }[];
}

/** Keeps the answers of address providers as long as the terms of each allow. A full cache forgets the oldest. */
export interface LookupCache {
  /** Returns the answer under a key, unless it has expired. */
  find(key: string): ResultAsync<CachedAnswer | undefined, StoreUnavailable>;
  /** Keeps an answer, in place of one under the same key. */
  store(entry: CacheEntry): ResultAsync<void, StoreUnavailable>;
  summarize(): ResultAsync<CacheSummary, StoreUnavailable>;
  /** Forgets every answer, and returns the number of those that had not expired. */
  clear(): ResultAsync<number, StoreUnavailable>;
}

/** For caches: throws a `TypeError` or a `RangeError` if an entry is not valid. */
export function checkCacheEntry({ answer, key, provider, seconds }: CacheEntry): void {
  checkText(key, 'key');
  checkText(provider, 'provider');
  checkText(answer.type, 'the type of an answer');
  if (!Number.isFinite(seconds)) throw new RangeError(`seconds must be a number, not ${typeof seconds}`);
}
