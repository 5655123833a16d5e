import type { ResultAsync } from '../result.js';
import type { Address } from './address.js';
import type { FoundLocation } from './location.js';

/** The provider does not know the location. */
export interface LocationNotFound {
  readonly type: 'location-not-found';
}

/** The provider refuses requests for now. */
export interface QuotaExceeded {
  readonly type: 'quota-exceeded';
  /** Seconds until it answers again, if it says so. */
  readonly retryAfter?: number;
}

/** The provider needs another configuration: its key is missing or wrong, or no provider is set up. */
export interface LookupRefused {
  readonly type: 'lookup-refused';
  readonly reason: string;
}

/** The provider did not answer in time, or its answer makes no sense. */
export interface LookupUnavailable {
  readonly type: 'lookup-unavailable';
  readonly reason: string;
  /** The address can be the reason, so that others may succeed and this one never will. */
  readonly mayBeAddress?: true;
}

/** Every failure of a lookup. */
export type GeoLookupError = LocationNotFound | QuotaExceeded | LookupRefused | LookupUnavailable;

/** An address provider. */
export interface GeoLookup {
  /** Returns the best match for an address. A `reason` is for the log, and has neither keys nor the address. */
  lookup(address: Address): ResultAsync<FoundLocation, GeoLookupError>;
}
