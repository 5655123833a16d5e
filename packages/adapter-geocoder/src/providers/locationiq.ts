import { err, type Result } from '@ops-admin/core';
import { failedAnswer } from './failed-answer.js';
import { nominatimPlace } from './nominatim-place.js';
import type { CodedPlace, GeoLookupError, ProviderAnswer, ProviderForm } from './provider-form.js';
import { memberOf } from './read-place.js';

/** Addresses looked up by LocationIQ, which needs a key and answers like Nominatim. The base URL ends with its `/v1`. */
export const LOCATIONIQ: ProviderForm = {
  path: '/search',
  parameters: (language, key) => ({
    format: 'json',
    addressdetails: '1',
    limit: '1',
    'accept-language': language,
    key,
  }),
  asked: 'q',
  placeIn,
};

function placeIn(answer: ProviderAnswer): Result<CodedPlace, GeoLookupError> {
  if (answer.status === 200) return nominatimPlace(answer.body, 'locationiq');
  // The 404 of a wrong base URL has another text.
  if (answer.status === 404 && memberOf(answer.body, 'error') === 'Unable to geocode')
    return err({ type: 'location-not-found' });
  return failedAnswer(answer);
}
