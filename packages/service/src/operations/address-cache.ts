import {
  type CacheSummary,
  type LookupCache,
  okAsync,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';

/** What address providers answered, kept for later. */
export interface AddressCache {
  /** How many answers are kept, of each provider. */
  info(): ResultAsync<CacheSummary, StoreUnavailable>;
  /** Forgets every answer; gives how many there were. */
  clear(): ResultAsync<number, StoreUnavailable>;
}

const EMPTY: CacheSummary = { answers: 0, providers: [] };

/** {@link AddressCache}; where there is none, nothing is kept. */
export function addressCacheOf(cache: LookupCache | undefined): AddressCache {
  return {
    info: () => cache?.summarize() ?? okAsync(EMPTY),
    clear: () => cache?.clear() ?? okAsync(0),
  };
}
