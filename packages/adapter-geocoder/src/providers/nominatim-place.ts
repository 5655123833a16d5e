import type { GeoLookupError, Result } from '@ops-admin/core';
import * as v from 'valibot';
import {
  cityStateOf,
  firstPlace,
  locationFrom,
  type Match,
  type MatchWords,
  matchIn,
  placeName,
  TEXT,
} from './read-place.js';
import type { CodedPlace } from './write-names.js';

type Name =
  | (
      | 'city'
      | 'town'
      | 'village'
      | 'municipality'
      | 'township'
      | 'borough'
      | 'city_district'
      | 'hamlet'
      | 'suburb'
    )
  | ('locality' | 'quarter' | 'neighbourhood' | 'county' | 'road' | 'house_number');

/** The types of settlements and of their parts, as OpenStreetMap names them. */
export const SETTLEMENT: Readonly<Record<Name, typeof TEXT>> = {
  city: TEXT,
  town: TEXT,
  village: TEXT,
  municipality: TEXT,
  township: TEXT,
  borough: TEXT,
  city_district: TEXT,
  hamlet: TEXT,
  suburb: TEXT,
  locality: TEXT,
  quarter: TEXT,
  neighbourhood: TEXT,
  county: TEXT,
  road: TEXT,
  house_number: TEXT,
};

type Names = Readonly<Record<Name, string>> & { readonly country_code: string };

/**
 * The settlement in an address. If it has a town and one of its villages, the town is meant, but not a quarter of a
 * city-state.
 */
export function settlementIn(names: Names): string {
  const { city, town, village, municipality, township, borough, city_district, hamlet, suburb, locality } =
    names;
  const state = cityStateOf(names.country_code);
  const parts = [municipality, township, borough, city_district, suburb, locality];
  return placeName(
    city,
    town,
    village,
    state,
    hamlet,
    ...parts,
    names.quarter,
    names.neighbourhood,
    names.county,
  );
}

// `addresstype` of Nominatim, `type` of LocationIQ, `_type` of OpenCage.
const WORDS: MatchWords = {
  address: 'house building',
  street: 'road street highway residential',
  postcode: 'postcode',
  district: 'suburb quarter neighbourhood borough city_district district city_block',
  town: 'city town village hamlet municipality township locality isolated_dwelling',
  larger: 'county state_district state region province country continent archipelago territory political',
};

/** Returns the precision of a place: by the members of its address, then by the provider's word for it. */
export function matchOf(names: Names, word: string): Match | undefined {
  const known = matchIn([word], WORDS);
  if (known === 'larger' || known === 'postcode') return known;
  if (names.house_number !== '') return 'address';
  if (names.road !== '') return known === undefined && word !== '' ? 'address' : 'street';
  if (known !== undefined) return known;
  const parts = [names.borough, names.city_district, names.suburb, names.quarter, names.neighbourhood];
  if (parts.some((part) => part !== '')) return 'district';
  // An administrative area that is not a settlement only names its county.
  const towns = [names.city, names.town, names.village, names.municipality, names.township, names.hamlet];
  const isArea = word === 'administrative' && towns.every((name) => name === '') && names.locality === '';
  return isArea ? 'larger' : undefined;
}

/** The place in a list of places as Nominatim and similar providers give it. Errors: as in {@link firstPlace}. */
export function nominatimPlace(places: unknown, source: string): Result<CodedPlace, GeoLookupError> {
  return firstPlace(places, PLACE).andThen(({ address, addresstype, lat, lon, type }) =>
    locationFrom(
      {
        match: matchOf(address, addresstype || type),
        city: settlementIn(address),
        state: placeName(address.state, address.region, address.state_district, address.county),
        country: address.country_code,
        lat,
        long: lon,
      },
      source,
      regionCodesIn(address),
    ),
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
const PLACE = v.object({
  lat: DEGREES,
  lon: DEGREES,
  addresstype: v.fallback(TEXT, ''),
  type: v.fallback(TEXT, ''),
  address: v.nullish(ADDRESS, {}),
});
