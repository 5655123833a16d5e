import { okAsync } from '../result.js';
import { parseAddress } from './address.js';
import { airportCodeIn } from './airport-code.js';
import type { AirportDirectory } from './airport-directory.js';
import type { GeoLookup } from './geo-lookup.js';
import { Locate } from './locate.js';
import type { LocationOperations } from './location-operations.js';
import type { TownDirectory } from './town-directory.js';

/** Places, from the databases of airports and towns and the address providers. */
export function localLocations(
  airports: AirportDirectory,
  lookup: GeoLookup,
  towns: TownDirectory,
): LocationOperations {
  const locate = new Locate(airports, lookup, towns);
  return {
    find: (text) => parseAddress(text).asyncAndThen((address) => locate.execute(address)),
    isAirport: (text) => {
      const code = airportCodeIn(text);
      return code === text ? airports.find(code).map((airport) => airport !== undefined) : okAsync(false);
    },
  };
}
