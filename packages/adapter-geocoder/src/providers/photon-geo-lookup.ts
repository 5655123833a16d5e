import type { Result, ResultAsync } from '@ops-admin/core';
import * as v from 'valibot';
import type {
  Address,
  AddressProvider,
  GeoLookupError,
  Location,
  ProviderOptions,
} from './address-provider.js';
import { failedAnswer, refused } from './failed-answer.js';
import { type ProviderAnswer, ProviderServer } from './provider-server.js';
import { firstPlace, GEOJSON_POINT, locationFrom, memberOf, placeName, TEXT } from './read-place.js';

/**
 * Addresses looked up by a Photon server, public or your own. The language is a plain tag that the server was built with
 * (the public one: `en`, `de`, `fr`), or `default` for local names.
 */
export class PhotonGeoLookup implements AddressProvider {
  readonly #server: ProviderServer;

  constructor(options: ProviderOptions) {
    this.#server = new ProviderServer(options, '/api', { limit: '1', lang: options.language ?? 'en' });
  }

  lookup(address: Address, signal?: AbortSignal): ResultAsync<Location, GeoLookupError> {
    return this.#server.ask({ q: address }, signal).andThen(locationIn);
  }
}

function locationIn(answer: ProviderAnswer): Result<Location, GeoLookupError> {
  // Its JSON errors are only about parameters: one in the base URL, or an unknown language.
  if (answer.status === 400 && answer.body !== undefined)
    return refused('status 400: it does not know a parameter or the language');
  if (answer.status !== 200) return failedAnswer(answer);
  return firstPlace(memberOf(answer.body, 'features'), FEATURE).andThen(({ geometry, properties }) => {
    const { name, type, osm_value: value, city, county, state, countrycode: country } = properties;
    const [long, lat] = geometry.coordinates;
    // A city itself is in no city. A smaller settlement can be in a larger one, which is then meant.
    const isCity = type === 'city' || value === 'city';
    return locationFrom({
      city: placeName(isCity ? name : '', city, SMALLER_SETTLEMENTS.has(value) ? name : '', county),
      state: placeName(state, type === 'state' ? name : ''),
      country,
      lat,
      long,
    });
  });
}

const SMALLER_SETTLEMENTS: ReadonlySet<string> = new Set(['town', 'village', 'hamlet']);
const FEATURE = v.object({
  geometry: GEOJSON_POINT,
  properties: v.object({
    name: TEXT,
    type: TEXT,
    osm_value: TEXT,
    city: TEXT,
    county: TEXT,
    state: TEXT,
    countrycode: TEXT,
  }),
});
