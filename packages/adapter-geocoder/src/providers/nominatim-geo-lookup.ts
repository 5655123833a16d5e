import { err, type Result, type ResultAsync } from '@ops-admin/core';
import * as v from 'valibot';
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
import type { CodedPlace } from './write-names.js';

/** Addresses looked up by a Nominatim server, public or your own. */
export class NominatimGeoLookup implements AddressProvider {
  readonly #server: ProviderServer;

  constructor(options: ProviderOptions) {
    this.#server = new ProviderServer(options, '/search', {
      format: 'jsonv2',
      addressdetails: '1',
      limit: '1',
      // Otherwise a river can come before the town of its name.
      layer: 'address,poi',
      'accept-language': options.language ?? 'en',
    });
  }

  lookup(address: Address, signal?: AbortSignal): ResultAsync<FoundLocation, GeoLookupError> {
    return this.#server.locate({ q: address }, placeIn, signal);
  }
}

function placeIn(answer: ProviderAnswer): Result<CodedPlace, GeoLookupError> {
  if (answer.status === 200) return nominatimPlace(answer.body, 'nominatim');
  // Only the address differs between requests, so this is Nominatim's "Nothing to search for.".
  if (answer.status === 400 && v.is(COMPLAINT, answer.body)) return err({ type: 'location-not-found' });
  return failedAnswer(answer);
}

const COMPLAINT = v.object({ error: v.object({ message: v.string() }) });
