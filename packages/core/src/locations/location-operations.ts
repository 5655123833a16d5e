import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { InvalidAddress } from './address.js';
import type { GeoLookupError } from './geo-lookup.js';
import type { Location } from './location.js';

/** What a program asks about places: plain data, over the airport database and the providers or over HTTP (decision 7). */
export interface LocationOperations {
  /** Locates an address or an airport code. */
  find(text: string): ResultAsync<Location, InvalidAddress | GeoLookupError | StoreUnavailable>;
  /** Whether the text is a code in upper case that an airport of the database has. */
  isAirport(text: string): ResultAsync<boolean, StoreUnavailable>;
}
