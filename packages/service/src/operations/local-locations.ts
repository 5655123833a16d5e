import {
  type AirportDirectory,
  airportCodeIn,
  type GeoLookup,
  Locate,
  type LocationOperations,
  okAsync,
  parseAddress,
} from '@ops-admin/core';

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
