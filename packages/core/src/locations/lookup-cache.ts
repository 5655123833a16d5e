import type { ResultAsync } from '../result.js';
import { checkText } from '../values/check-argument.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Location } from './location.js';

export type { Location, StoreUnavailable };

/** What a provider said of an address: where it is, or that there is no such place. */
export type CachedAnswer =
  | { readonly type: 'found'; readonly location: Location }
  | { readonly type: 'location-not-found' };

/** An answer to keep. */
export interface CacheEntry {
  /** Names the provider, how it was asked, and the address; nobody can read the address in it. */
  readonly key: string;
  /** Who answered, as the configuration names it. */
  readonly provider: string;
  readonly answer: CachedAnswer;
  /** How long the answer may be used: more than 0. */
  readonly seconds: number;
}

/** How much a cache holds, answers that may no longer be used left out. */
export interface CacheSummary {
  readonly answers: number;
  /** The same by provider, in the order of their names. */
  readonly providers: readonly { readonly provider: string; readonly answers: number }[];
}

/** Answers of address providers, for as long as the terms of each allow. It forgets the oldest where it is full. */
export interface LookupCache {
  /** The answer under a key, or `undefined` where none may be used. */
  find(key: string): ResultAsync<CachedAnswer | undefined, StoreUnavailable>;
  /** Keeps an answer in place of one under the same key. */
  store(entry: CacheEntry): ResultAsync<void, StoreUnavailable>;
  /** Counts the answers that can be used, of each provider. */
  summarize(): ResultAsync<CacheSummary, StoreUnavailable>;
  /** Forgets every answer; gives how many there were that could still be used. */
  clear(): ResultAsync<number, StoreUnavailable>;
}

/** Throws a `TypeError` or a `RangeError` where an entry is none, for caches. */
export function checkCacheEntry({ answer, key, provider, seconds }: CacheEntry): void {
  checkText(key, 'key');
  checkText(provider, 'provider');
  checkText(answer.type, 'the type of an answer');
  if (!Number.isFinite(seconds)) throw new RangeError(`seconds must be a number, not ${typeof seconds}`);
}
