import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AirportCode } from './airport-code.js';
import type { Location } from './location.js';

/** An airport that is open. */
export interface Airport {
  readonly location: Location;
  /** Whether OurAirports counts it among the large ones. */
  readonly isLarge: boolean;
  /** Whether scheduled flights leave from it. */
  readonly isScheduled: boolean;
}

/** Finds airports. */
export interface AirportDirectory {
  /** Returns the open airport with this IATA or ICAO code. */
  find(code: AirportCode): ResultAsync<Airport | undefined, StoreUnavailable>;
}
