import type { GeoLookupError, Location, Result } from '@ops-admin/core';
import * as v from 'valibot';
import { firstPlace, locationFrom, placeName, TEXT } from './read-place.js';

type Settlement = 'city' | 'town' | 'village' | 'hamlet' | 'municipality' | 'suburb' | 'county';

/** The names of settlements, as OpenStreetMap calls them. */
export const SETTLEMENT: Readonly<Record<Settlement, typeof TEXT>> = {
  city: TEXT,
  town: TEXT,
  village: TEXT,
  hamlet: TEXT,
  municipality: TEXT,
  suburb: TEXT,
  county: TEXT,
};

/** The settlement in an address: a town may be there along with one of its villages, and then the town is meant. */
export function settlementIn(names: Readonly<Record<Settlement, string>>): string {
  const { city, town, village, hamlet, municipality, suburb, county } = names;
  return placeName(city, town, village, hamlet, municipality, suburb, county);
}

/** The location in a list of places as Nominatim and its kin give it. Errors: as in {@link firstPlace}. */
export function nominatimLocation(places: unknown): Result<Location, GeoLookupError> {
  return firstPlace(places, PLACE).andThen(({ address, lat, lon }) =>
    locationFrom({
      city: settlementIn(address),
      state: placeName(address.state, address.region, address.state_district, address.county),
      country: address.country_code,
      lat,
      long: lon,
    }),
  );
}

/** Number() would take '', '1e3' and '0x10' too. */
const DEGREES = v.pipe(v.string(), v.regex(/^-?\d+(?:\.\d+)?$/), v.transform(Number));
const ADDRESS = v.object({
  ...SETTLEMENT,
  state: TEXT,
  region: TEXT,
  state_district: TEXT,
  country_code: TEXT,
});
const PLACE = v.object({ lat: DEGREES, lon: DEGREES, address: v.nullish(ADDRESS, {}) });
