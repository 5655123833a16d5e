import { okAsync } from '../result.js';
import { parseAddress } from './address.js';
import { airportCodeIn } from './airport-code.js';
import type { AirportDirectory } from './airport-directory.js';
import type { GeoLookup } from './geo-lookup.js';
import { Locate } from './locate.js';
import type { LocationOperations } from './location-operations.js';

/** Places, from the airport database and the address providers. */
export function localLocations(airports: AirportDirectory, lookup: GeoLookup): LocationOperations {
  const locate = new Locate(airports, lookup);
  return {
    find: (text) => parseAddress(text).asyncAndThen((address) => locate.execute(address)),
    isAirport: (text) => {
      const code = airportCodeIn(text);
      return code === text ? airports.find(code).map((airport) => airport !== undefined) : okAsync(false);
    },
  };
}
