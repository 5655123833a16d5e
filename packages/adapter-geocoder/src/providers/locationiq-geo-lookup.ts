import { err, type Result, type ResultAsync } from '@ops-admin/core';
import type {
  Address,
  AddressProvider,
  FoundLocation,
  GeoLookupError,
  ProviderOptions,
} from './address-provider.js';
import { failedAnswer } from './failed-answer.js';
import { nominatimPlace } from './nominatim-place.js';
import { type ProviderAnswer, ProviderServer } from './provider-server.js';
import { memberOf } from './read-place.js';
import type { CodedPlace } from './write-names.js';

/** Addresses looked up by LocationIQ, which needs a key and answers like Nominatim. The base URL ends with its `/v1`. */
export class LocationiqGeoLookup implements AddressProvider {
  readonly #server: ProviderServer;

  constructor(options: ProviderOptions) {
    this.#server = new ProviderServer(options, '/search', {
      format: 'json',
      addressdetails: '1',
      limit: '1',
      'accept-language': options.language ?? 'en',
      key: options.key,
    });
  }

  lookup(address: Address, signal?: AbortSignal): ResultAsync<FoundLocation, GeoLookupError> {
    return this.#server.locate({ q: address }, placeIn, signal);
  }
}

function placeIn(answer: ProviderAnswer): Result<CodedPlace, GeoLookupError> {
  if (answer.status === 200) return nominatimPlace(answer.body, 'locationiq');
  // The 404 of a wrong base URL has another text.
  if (answer.status === 404 && memberOf(answer.body, 'error') === 'Unable to geocode')
    return err({ type: 'location-not-found' });
  return failedAnswer(answer);
}
