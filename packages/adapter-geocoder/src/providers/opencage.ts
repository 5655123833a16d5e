import { err, type Result } from '@ops-admin/core';
import * as v from 'valibot';
import { failedAnswer, refused } from './failed-answer.js';
import { matchOf, SETTLEMENT, settlementIn } from './nominatim-place.js';
import type { CodedPlace, GeoLookupError, ProviderAnswer, ProviderForm } from './provider-form.js';
import { quotaExceeded } from './quota-exceeded.js';
import { firstPlace, locationFrom, memberOf, placeName, TEXT } from './read-place.js';

/** Addresses looked up by OpenCage, which needs a key and is asked to keep no record of them. The language is a plain tag. */
export const OPENCAGE: ProviderForm = {
  path: '/geocode/v1/json',
  parameters: (language, key) => ({ limit: '1', no_annotations: '1', no_record: '1', language, key }),
  asked: 'q',
  placeIn,
};

function placeIn(answer: ProviderAnswer): Result<CodedPlace, GeoLookupError> {
  switch (answer.status) {
    case 200:
      return bestMatchIn(answer);
    case 400:
      return complaintIn(answer);
    case 402:
      return err(quotaExceeded(answer, resetIn(answer)));
    default:
      // A 429 means too many requests a second. Its reset time is for the quota of the day, so it is ignored.
      return failedAnswer(answer);
  }
}

function bestMatchIn({ body }: ProviderAnswer): Result<CodedPlace, GeoLookupError> {
  return firstPlace(memberOf(body, 'results'), RESULT).andThen(({ components, geometry }) =>
    locationFrom(
      {
        match: matchOf(components, components._type),
        city: settlementIn(components),
        state: placeName(components.state),
        country: components.country_code,
        lat: geometry.lat,
        long: geometry.lng,
      },
      'opencage',
      components['ISO_3166-2'],
    ),
  );
}

function complaintIn(answer: ProviderAnswer): Result<never, GeoLookupError> {
  const message = memberOf(memberOf(answer.body, 'status'), 'message');
  if (typeof message !== 'string') return failedAnswer(answer);
  // An address can look like impossible coordinates, or be too short for it.
  if (/\b(?:coordinates|query)\b/i.test(message)) return err({ type: 'location-not-found' });
  return refused('status 400: it rejects a parameter');
}

function resetIn({ body, headers }: ProviderAnswer): unknown {
  return memberOf(memberOf(body, 'rate'), 'reset') ?? headers.get('x-ratelimit-reset');
}

const RESULT = v.object({
  components: v.object({
    ...SETTLEMENT,
    _type: v.fallback(TEXT, ''),
    state: TEXT,
    country_code: TEXT,
    'ISO_3166-2': v.fallback(v.nullish(v.array(v.string()), []), []),
  }),
  geometry: v.object({ lat: v.number(), lng: v.number() }),
});
