import type { GeoLookupError, Result } from '@ops-admin/core';
import * as v from 'valibot';
import { cityStateOf, firstPlace, locationFrom, placeName, TEXT } from './read-place.js';
import type { CodedPlace } from './write-state.js';

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

/**
 * The settlement in an address. If it has a town and one of its villages, the town is meant, but not a quarter of a
 * city-state.
 */
export function settlementIn(
  names: Readonly<Record<Settlement, string>> & { readonly country_code: string },
): string {
  const { city, town, village, hamlet, municipality, suburb, county, country_code } = names;
  return placeName(city, town, village, cityStateOf(country_code), hamlet, municipality, suburb, county);
}

/** The place in a list of places as Nominatim and similar providers give it. Errors: as in {@link firstPlace}. */
export function nominatimPlace(places: unknown): Result<CodedPlace, GeoLookupError> {
  return firstPlace(places, PLACE).andThen(({ address, lat, lon }) =>
    locationFrom({
      city: settlementIn(address),
      state: placeName(address.state, address.region, address.state_district, address.county),
      country: address.country_code,
      lat,
      long: lon,
    }).map((location) => ({ location, regionCodes: regionCodesIn(address) })),
  );
}

const LEVEL = /^ISO3166-2-lvl(\d+)$/;

/** Each level of a country can have a code: `ISO3166-2-lvl4` is that of a German state, `-lvl6` of an Italian province. */
function regionCodesIn(address: Readonly<Record<string, unknown>>): string[] {
  const codes = Object.entries(address).flatMap(([key, code]) => {
    const level = LEVEL.exec(key)?.[1];
    return level !== undefined && typeof code === 'string' ? [{ level: Number(level), code }] : [];
  });
  return codes.sort((one, other) => one.level - other.level).map(({ code }) => code);
}

/** Number() would accept '', '1e3' and '0x10', too. */
const DEGREES = v.pipe(v.string(), v.regex(/^-?\d+(?:\.\d+)?$/), v.transform(Number));
const ADDRESS = v.looseObject({
  ...SETTLEMENT,
  state: TEXT,
  region: TEXT,
  state_district: TEXT,
  country_code: TEXT,
});
const PLACE = v.object({ lat: DEGREES, lon: DEGREES, address: v.nullish(ADDRESS, {}) });
