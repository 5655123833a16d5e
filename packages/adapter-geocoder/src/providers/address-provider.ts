import type {
  Address,
  Clock,
  FoundLocation,
  GeoLookup,
  GeoLookupError,
  RegionNames,
  ResultAsync,
} from '@ops-admin/core';

export type { Address, FoundLocation, GeoLookupError };

/** A provider that can be stopped: a lookup that is aborted ends with `lookup-unavailable`. */
export interface AddressProvider extends GeoLookup {
  lookup(address: Address, signal?: AbortSignal): ResultAsync<FoundLocation, GeoLookupError>;
}

/** Which server to ask, and how. */
export interface ProviderOptions {
  /** The URL of the server, with its path; parameters in it are sent along. */
  readonly baseUrl: URL;
  /** Names the application to the server; public servers refuse requests without it. */
  readonly userAgent: string;
  /** The key of an account, for providers that need one; the others never send it. */
  readonly key?: string;
  /** Language of the names, as in Accept-Language; `en` by default. */
  readonly language?: string;
  /** The names of regions and large towns; if missing, the provider's own are used. */
  readonly regions?: RegionNames | undefined;
  /** Milliseconds for the whole answer; 5,000 by default. */
  readonly timeoutMs?: number;
  /** Turns the date in a Retry-After into seconds. */
  readonly clock?: Clock;
}
