import type { Result } from '@ops-admin/core';
import * as v from 'valibot';
import { failedAnswer, refused } from './failed-answer.js';
import type { CodedPlace, GeoLookupError, ProviderAnswer, ProviderForm } from './provider-form.js';
import {
  firstPlace,
  GEOJSON_POINT,
  locationFrom,
  type MatchWords,
  matchIn,
  memberOf,
  placeName,
  TEXT,
} from './read-place.js';

/**
 * Addresses looked up by a Photon server, public or your own. The language is a plain tag that the server was built with
 * (the public one: `en`, `de`, `fr`), or `default` for local names.
 */
export const PHOTON: ProviderForm = {
  path: '/api',
  parameters: (language) => ({ limit: '1', lang: language }),
  asked: 'q',
  placeIn,
};

function placeIn(answer: ProviderAnswer): Result<CodedPlace, GeoLookupError> {
  // Its JSON errors are only about parameters: one in the base URL, or an unknown language.
  if (answer.status === 400 && answer.body !== undefined)
    return refused('status 400: it does not know a parameter or the language');
  if (answer.status !== 200) return failedAnswer(answer);
  return firstPlace(memberOf(answer.body, 'features'), FEATURE).andThen(({ geometry, properties }) => {
    const { name, type, osm_value: value, city, county, district, locality, state } = properties;
    const [long, lat] = geometry.coordinates;
    // A city itself is in no city. A smaller settlement can be in a larger one, which is then meant.
    const isCity = type === 'city' || value === 'city';
    const isSettlement = isCity || SMALLER_SETTLEMENTS.has(value);
    const place = placeName(isCity ? name : '', city, isSettlement ? name : '', district, locality, county);
    return locationFrom(
      {
        match: isSettlement ? 'town' : matchIn([type], TYPES),
        city: place,
        state: placeName(state),
        country: properties.countrycode,
        lat,
        long,
      },
      'photon',
    );
  });
}

const SMALLER_SETTLEMENTS: ReadonlySet<string> = new Set(['town', 'village', 'hamlet']);
// Its layers: https://github.com/komoot/photon/blob/master/docs/api-v1.md#filter-results-by-layer
const TYPES: MatchWords = {
  address: 'house other',
  street: 'street',
  postcode: 'postcode',
  district: 'district locality',
  town: 'city',
  larger: 'county state country',
};
const FEATURE = v.object({
  geometry: GEOJSON_POINT,
  properties: v.object({
    name: TEXT,
    type: TEXT,
    osm_value: TEXT,
    city: TEXT,
    county: TEXT,
    district: TEXT,
    locality: TEXT,
    state: TEXT,
    countrycode: TEXT,
  }),
});
