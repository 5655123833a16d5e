import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { InvalidAddress } from './address.js';
import type { GeoLookupError } from './geo-lookup.js';
import type { Location } from './location.js';

/**
 * What a program asks about places: plain data, over the airport database and the providers or over HTTP (decision 7).
 * `Failure` is why there is no answer at all.
 */
export interface LocationOperations<Failure = StoreUnavailable> {
  /** Locates an address or an airport code. */
  find(text: string): ResultAsync<Location, InvalidAddress | GeoLookupError | Failure>;
  /** Whether the text is the code of a known airport, in upper case. */
  isAirport(text: string): ResultAsync<boolean, Failure>;
}
