import { okAsync, type ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Address } from './address.js';
import { airportCodeIn } from './airport-code.js';
import type { AirportDirectory } from './airport-directory.js';
import type { GeoLookup, GeoLookupError } from './geo-lookup.js';
import type { Location } from './location.js';

/** Turns an airport code or an address into a location (interface, "GET /geo-locations/address/{address}"). */
export class Locate {
  readonly #airports: AirportDirectory;
  readonly #geoLookup: GeoLookup;

  constructor(airports: AirportDirectory, geoLookup: GeoLookup) {
    this.#airports = airports;
    this.#geoLookup = geoLookup;
  }

  /**
   * A text that may be an airport code is looked up as one first; a code nobody has goes on to the provider as text
   * (decision 7). Errors: what the provider can answer, and `store-unavailable` for the airport database.
   */
  execute(address: Address): ResultAsync<Location, GeoLookupError | StoreUnavailable> {
    const code = airportCodeIn(address);
    if (code === undefined) return this.#geoLookup.lookup(address);
    return this.#airports
      .find(code)
      .andThen((airport) => (airport ? okAsync(airport) : this.#geoLookup.lookup(address)));
  }
}
