import { err, ok, type Result } from '@ops-admin/core';
import * as v from 'valibot';
import { failedAnswer } from './failed-answer.js';
import type { Address, CodedPlace, GeoLookupError, ProviderAnswer, ProviderForm } from './provider-form.js';
import { quotaExceeded } from './quota-exceeded.js';
import {
  firstPlace,
  locationFrom,
  type MatchWords,
  matchIn,
  memberOf,
  placeName,
  TEXT,
} from './read-place.js';

/** The largest number of words and characters that Mapbox takes. */
const MAX_WORDS = 20;
const MAX_CHARACTERS = 256;
const TOO_LONG: GeoLookupError = {
  type: 'lookup-unavailable',
  reason: 'the address is longer than Mapbox takes',
  mayBeAddress: true,
};

/**
 * Addresses looked up by Mapbox's Geocoding API v6, which needs a key. The language is a plain tag. Requests ask for
 * temporary answers, which its terms do not allow to store.
 */
export const MAPBOX: ProviderForm = {
  path: '/search/geocode/v6/forward',
  parameters: (language, key) => ({ autocomplete: 'false', limit: '1', language, access_token: key }),
  asked: 'q',
  textOf,
  placeIn,
};

function textOf(address: Address): Result<string, GeoLookupError> {
  // Mapbox reads a semicolon as the end of one of several addresses. People use it like a comma.
  const text = address.replaceAll(';', ',');
  // Half of an address can be another place, so it is not shortened. With this error the next provider is asked.
  return isTooLong(text) ? err(TOO_LONG) : ok(text);
}

/** It counts words and numbers between spaces and punctuation. */
function isTooLong(text: string): boolean {
  return text.length > MAX_CHARACTERS || (text.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0) > MAX_WORDS;
}

function placeIn(answer: ProviderAnswer): Result<CodedPlace, GeoLookupError> {
  if (answer.status === 429) return err(quotaExceeded(answer, answer.headers.get('x-rate-limit-reset')));
  if (answer.status !== 200) return failedAnswer(answer);
  return firstPlace(memberOf(answer.body, 'features'), FEATURE).andThen(({ properties }) => {
    const { name, feature_type: type, context, coordinates } = properties;
    const isSettlement = type === 'place' || type === 'locality';
    return locationFrom(
      {
        match: matchIn([type], TYPES),
        city: placeName(
          context.place.name,
          isSettlement ? name : '',
          context.locality.name,
          context.district.name,
        ),
        state: placeName(context.region.name),
        country: context.country.country_code,
        lat: coordinates.latitude,
        long: coordinates.longitude,
      },
      'mapbox',
      [context.region.region_code_full],
    );
  });
}

// Its types of features: https://docs.mapbox.com/api/search/geocoding/#geographic-feature-types
const TYPES: MatchWords = {
  address: 'address secondary_address',
  street: 'street block',
  postcode: 'postcode',
  district: 'neighborhood',
  town: 'place locality',
  larger: 'district region country',
};
const NAMED = v.nullish(v.object({ name: TEXT }), {});
const CONTEXT = v.object({
  place: NAMED,
  locality: NAMED,
  district: NAMED,
  region: v.nullish(v.object({ name: TEXT, region_code_full: v.fallback(TEXT, '') }), {}),
  country: v.nullish(v.object({ country_code: TEXT }), {}),
});
const FEATURE = v.object({
  properties: v.object({
    name: TEXT,
    feature_type: TEXT,
    context: v.nullish(CONTEXT, {}),
    coordinates: v.object({ longitude: v.number(), latitude: v.number() }),
  }),
});
