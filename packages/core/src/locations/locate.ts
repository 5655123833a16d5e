import { okAsync, type ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Address } from './address.js';
import { airportCodeIn } from './airport-code.js';
import type { AirportDirectory } from './airport-directory.js';
import type { GeoLookup, GeoLookupError } from './geo-lookup.js';
import { isTownMeant } from './is-town-meant.js';
import type { Location } from './location.js';
import type { TownDirectory } from './town-directory.js';

/** Needed by {@link Locate}. */
export interface LocateParts {
  readonly airports: AirportDirectory;
  readonly geoLookup: GeoLookup;
  readonly towns: TownDirectory;
}

/**
 * Turns an airport code or an address into a location (interface, "GET /geo-locations/address/{address}"). Judges nobody: guard it
 * with `IdentifyCaller`, since every user may ask.
 */
export class Locate {
  readonly #airports: AirportDirectory;
  readonly #geoLookup: GeoLookup;
  readonly #towns: TownDirectory;

  constructor({ airports, geoLookup, towns }: LocateParts) {
    this.#airports = airports;
    this.#geoLookup = geoLookup;
    this.#towns = towns;
  }

  /**
   * A text that may be an airport code is looked up as one first; a code nobody has goes on to the provider as text, and
   * so does one in small letters that is rather the name of a town (decision 7). Errors: what the provider can answer,
   * and `store-unavailable` for the databases of airports and towns.
   */
  execute(address: Address): ResultAsync<Location, GeoLookupError | StoreUnavailable> {
    const code = airportCodeIn(address);
    if (code === undefined) return this.#geoLookup.lookup(address);
    return this.#airports.find(code).andThen((airport) => {
      if (!airport) return this.#geoLookup.lookup(address);
      if (!/[a-z]/.test(address)) return okAsync(airport.location);
      return this.#towns
        .peopleOf(address)
        .andThen((people) =>
          isTownMeant(code, airport, people) ? this.#geoLookup.lookup(address) : okAsync(airport.location),
        );
    });
  }
}
