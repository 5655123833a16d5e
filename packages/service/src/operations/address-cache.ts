import {
  type CacheSummary,
  type LookupCache,
  okAsync,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';

/** Kept answers of address providers. */
export interface AddressCache {
  /** How many answers are kept, of each provider. */
  info(): ResultAsync<CacheSummary, StoreUnavailable>;
  /** Forgets every answer, and returns how many there were. */
  clear(): ResultAsync<number, StoreUnavailable>;
}

const EMPTY: CacheSummary = { answers: 0, providers: [] };

/** {@link AddressCache}; without a cache nothing is kept. */
export function addressCacheOf(cache: LookupCache | undefined): AddressCache {
  return {
    info: () => cache?.summarize() ?? okAsync(EMPTY),
    clear: () => cache?.clear() ?? okAsync(0),
  };
}
