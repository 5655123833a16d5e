import { err, type Result } from '@ops-admin/core';
import * as v from 'valibot';
import { failedAnswer } from './failed-answer.js';
import { nominatimPlace } from './nominatim-place.js';
import type { CodedPlace, GeoLookupError, ProviderAnswer, ProviderForm } from './provider-form.js';

/** Addresses looked up by a Nominatim server, public or your own. */
export const NOMINATIM: ProviderForm = {
  path: '/search',
  parameters: (language) => ({
    format: 'jsonv2',
    addressdetails: '1',
    limit: '1',
    // Otherwise a river can come before the town of its name.
    layer: 'address,poi',
    'accept-language': language,
  }),
  asked: 'q',
  placeIn,
};

function placeIn(answer: ProviderAnswer): Result<CodedPlace, GeoLookupError> {
  if (answer.status === 200) return nominatimPlace(answer.body, 'nominatim');
  // Only the address differs between requests, so this is Nominatim's "Nothing to search for.".
  if (answer.status === 400 && v.is(COMPLAINT, answer.body)) return err({ type: 'location-not-found' });
  return failedAnswer(answer);
}

const COMPLAINT = v.object({ error: v.object({ message: v.string() }) });
