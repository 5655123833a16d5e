import { err, type Result, type ResultAsync } from '@ops-admin/core';
import * as v from 'valibot';
import type {
  Address,
  AddressProvider,
  FoundLocation,
  GeoLookupError,
  ProviderOptions,
} from './address-provider.js';
import { failedAnswer, refused } from './failed-answer.js';
import { matchOf, SETTLEMENT, settlementIn } from './nominatim-place.js';
import { type ProviderAnswer, ProviderServer } from './provider-server.js';
import { quotaExceeded } from './quota-exceeded.js';
import { firstPlace, locationFrom, memberOf, placeName, TEXT } from './read-place.js';
import type { CodedPlace } from './write-names.js';

/** Addresses looked up by OpenCage, which needs a key and is asked to keep no record of them. The language is a plain tag. */
export class OpencageGeoLookup implements AddressProvider {
  readonly #server: ProviderServer;

  constructor(options: ProviderOptions) {
    this.#server = new ProviderServer(options, '/geocode/v1/json', {
      limit: '1',
      no_annotations: '1',
      no_record: '1',
      language: options.language ?? 'en',
      key: options.key,
    });
  }

  lookup(address: Address, signal?: AbortSignal): ResultAsync<FoundLocation, GeoLookupError> {
    return this.#server.locate({ q: address }, placeIn, signal);
  }
}

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
    ).map((location) => ({ location, regionCodes: components['ISO_3166-2'] })),
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
