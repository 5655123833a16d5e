import type { ResultAsync } from '../result.js';
import { checkText } from '../values/check-argument.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { FoundLocation } from './location.js';

/** What a provider answered: where the address is, or that it does not exist. */
export type CachedAnswer =
  | { readonly type: 'found'; readonly location: FoundLocation }
  | { readonly type: 'location-not-found' };

/** An answer to keep. */
export interface CacheEntry {
  /** Names the provider, how it was asked, and the address; the address cannot be read from it. */
  readonly key: string;
  /** Who answered, as the configuration names it. */
  readonly provider: string;
  readonly answer: CachedAnswer;
  /** How long the answer can be used: more than 0. */
  readonly seconds: number;
}

/** How much a cache holds, without answers that have expired. */
export interface CacheSummary {
  readonly answers: number;
  /** The same by provider, in the order of their names. */
  readonly providers: readonly { readonly provider: string; readonly answers: number }[];
}

/** Answers of address providers, kept as long as the terms of each allow. When it is full, it forgets the oldest. */
export interface LookupCache {
  /** The answer under a key, or `undefined` if there is none or it has expired. */
  find(key: string): ResultAsync<CachedAnswer | undefined, StoreUnavailable>;
  /** Keeps an answer in place of one under the same key. */
  store(entry: CacheEntry): ResultAsync<void, StoreUnavailable>;
  /** Counts the answers that can be used, of each provider. */
  summarize(): ResultAsync<CacheSummary, StoreUnavailable>;
  /** Forgets every answer, and returns how many had not expired. */
  clear(): ResultAsync<number, StoreUnavailable>;
}

/** For caches: throws a `TypeError` or a `RangeError` if an entry is not valid. */
export function checkCacheEntry({ answer, key, provider, seconds }: CacheEntry): void {
  checkText(key, 'key');
  checkText(provider, 'provider');
  checkText(answer.type, 'the type of an answer');
  if (!Number.isFinite(seconds)) throw new RangeError(`seconds must be a number, not ${typeof seconds}`);
}
