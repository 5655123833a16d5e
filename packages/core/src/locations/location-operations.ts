import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { InvalidAddress } from './address.js';
import type { GeoLookupError } from './geo-lookup.js';
import type { Location } from './location.js';

/**
 * What a program asks about places: plain data, over the airport database and the providers or over HTTP (decision 7). `Failure`
 * is why it got no answer at all.
 */
export interface LocationOperations<Failure = StoreUnavailable> {
  /** Locates an address or an airport code. */
  find(text: string): ResultAsync<Location, InvalidAddress | GeoLookupError | Failure>;
  /** Whether the text is a code in upper case that an airport of the database has. */
  isAirport(text: string): ResultAsync<boolean, Failure>;
}
