import { okAsync } from '../result.js';
import { parseAddress } from './address.js';
import { airportCodeIn } from './airport-code.js';
import { Locate, type LocateParts } from './locate.js';
import type { LocationOperations } from './location-operations.js';

/**
 * Places, from the databases of airports and towns and the address providers. Does not check the caller: guard it with
 * `IdentifyCaller`, because every user can ask.
 */
export function localLocations(parts: LocateParts): LocationOperations {
  const { airports } = parts;
  const locate = new Locate(parts);
  return {
    find: (text) => parseAddress(text).asyncAndThen((address) => locate.execute(address)),
    isAirport: (text) => {
      const code = airportCodeIn(text);
      return code === text ? airports.find(code).map((airport) => airport !== undefined) : okAsync(false);
    },
  };
}
