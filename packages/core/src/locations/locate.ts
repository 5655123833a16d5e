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
 * Turns an airport code or an address into a location (interface, "GET /geo-locations/address/{address}"). Does not check
 * the caller: guard it with `IdentifyCaller`, because every user can ask.
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
   * A text that can be an airport code is first looked up as a code. An unknown code goes to the provider as text, and so
   * does a code in lower case that rather means a town (decision 7). Errors: those of the provider, and `store-unavailable`
   * for the databases of airports and towns.
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
