import { err, type Result } from '@ops-admin/core';
import * as v from 'valibot';
import { alpha2Of } from './alpha-2-of.js';
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

/** Addresses looked up by a Pelias server: your own, or a hosted one, which needs a key. The language is a plain tag. */
export const PELIAS: ProviderForm = {
  path: '/v1/search',
  parameters: (language, key) => ({ size: '1', lang: language, api_key: key }),
  asked: 'text',
  placeIn,
};

function placeIn(answer: ProviderAnswer): Result<CodedPlace, GeoLookupError> {
  if (answer.status === 400) return complaintIn(answer);
  if (answer.status !== 200) return failedAnswer(answer);
  return firstPlace(memberOf(answer.body, 'features'), FEATURE).andThen(({ geometry, properties }) => {
    const [long, lat] = geometry.coordinates;
    const { locality, localadmin, borough, county, layer } = properties;
    return locationFrom(
      {
        match: matchIn([layer], LAYERS),
        city: placeName(locality, localadmin, borough, county),
        state: placeName(properties.region),
        country: properties.country_code || alpha2Of(properties.country_a),
        lat,
        long,
      },
      'pelias',
    );
  });
}

function complaintIn(answer: ProviderAnswer): Result<never, GeoLookupError> {
  const complaint = v.safeParse(COMPLAINT, answer.body);
  if (!complaint.success) return failedAnswer(answer);
  // Pelias removes quotation marks and spaces; then nothing can be left to search for.
  if (complaint.output.geocoding.errors.some((error) => error.includes("'text'")))
    return err({ type: 'location-not-found' });
  return refused('status 400: it rejects a parameter');
}

// Its layers: https://github.com/pelias/documentation/blob/master/search.md#filter-by-data-type
const LAYERS: MatchWords = {
  address: 'address venue',
  street: 'street',
  postcode: 'postalcode',
  district: 'neighbourhood borough',
  town: 'locality localadmin',
  larger: 'county macrocounty region macroregion dependency country empire continent ocean marinearea',
};
const COMPLAINT = v.object({ geocoding: v.object({ errors: v.array(v.string()) }) });
const FEATURE = v.object({
  geometry: GEOJSON_POINT,
  properties: v.object({
    layer: TEXT,
    locality: TEXT,
    localadmin: TEXT,
    borough: TEXT,
    county: TEXT,
    region: TEXT,
    country_code: TEXT,
    country_a: TEXT,
  }),
});
