import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AirportCode } from './airport-code.js';
import type { Location } from './location.js';

export type { AirportCode, Location, StoreUnavailable };

/** The airport database held by the service. */
export interface AirportDirectory {
  /** Where the airport with this IATA or ICAO code is, or `undefined` where no open airport has it. */
  find(code: AirportCode): ResultAsync<Location | undefined, StoreUnavailable>;
}
