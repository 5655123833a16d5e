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

/** The airports that the service knows. */
export interface AirportDirectory {
  /** The airport with this IATA or ICAO code, or `undefined` if no open airport has it. */
  find(code: AirportCode): ResultAsync<Airport | undefined, StoreUnavailable>;
}
