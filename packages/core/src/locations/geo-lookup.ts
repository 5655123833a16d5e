import type { ResultAsync } from '../result.js';
import type { Address } from './address.js';
import type { Location } from './location.js';

export type { Address, Location };

/** The provider answered that it knows no such place. */
export interface LocationNotFound {
  readonly type: 'location-not-found';
}

/** The provider answers no more for now. */
export interface QuotaExceeded {
  readonly type: 'quota-exceeded';
  /** Seconds until it answers again, where it says so. */
  readonly retryAfter?: number;
}

/** The provider will not answer until somebody changes the configuration: no key, a wrong one, none set up at all. */
export interface LookupRefused {
  readonly type: 'lookup-refused';
  readonly reason: string;
}

/** The provider could not be reached in time, or what it answered makes no sense. */
export interface LookupUnavailable {
  readonly type: 'lookup-unavailable';
  readonly reason: string;
  /** It may be this address that the provider cannot answer; others may fare well, and the same one never will. */
  readonly mayBeAddress?: true;
}

/** Everything that can come of a lookup but a location. */
export type GeoLookupError = LocationNotFound | QuotaExceeded | LookupRefused | LookupUnavailable;

/** An address provider. */
export interface GeoLookup {
  /** The best match for an address. `reason`s are for the log; they hold neither keys nor the address. */
  lookup(address: Address): ResultAsync<Location, GeoLookupError>;
}
