import { type Clock, createLocation } from '@ops-admin/core';
import { err, type Result, type ResultAsync } from 'neverthrow';
import * as v from 'valibot';
import type {
  Address,
  AddressProvider,
  GeoLookupError,
  Location,
  ProviderOptions,
} from './address-provider.js';
import { fetchJson, type JsonAnswer } from './fetch-json.js';
import { placeName } from './place-name.js';
import { quotaExceeded } from './quota-exceeded.js';

/** Addresses looked up by a Nominatim server, the public one or one's own. */
export class NominatimGeoLookup implements AddressProvider {
  readonly #search: URL;
  readonly #userAgent: string;
  readonly #timeoutMs: number | undefined;
  readonly #clock: Clock;

  constructor({ baseUrl, userAgent, language = 'en', timeoutMs, clock = () => new Date() }: ProviderOptions) {
    this.#search = new URL(baseUrl);
    this.#search.pathname = `${baseUrl.pathname.replace(/\/+$/, '')}/search`;
    const parameters = { format: 'jsonv2', addressdetails: '1', limit: '1', 'accept-language': language };
    for (const [name, value] of Object.entries(parameters)) this.#search.searchParams.set(name, value);
    this.#userAgent = userAgent;
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
  }

  lookup(address: Address, signal?: AbortSignal): ResultAsync<Location, GeoLookupError> {
    const url = new URL(this.#search);
    url.searchParams.set('q', address);
    return fetchJson(url, {
      headers: { 'user-agent': this.#userAgent },
      timeoutMs: this.#timeoutMs,
      signal,
    }).andThen((answer) => locationIn(answer, this.#clock()));
  }
}

function locationIn({ status, headers, body }: JsonAnswer, now: Date): Result<Location, GeoLookupError> {
  switch (status) {
    case 200:
      return bestMatchIn(body);
    case 400:
      // All but the address is the same in every request, so this is Nominatim's "Nothing to search for.".
      return v.is(COMPLAINT, body) ? err({ type: 'location-not-found' }) : unavailable('status 400');
    case 401:
    case 403:
      return err({ type: 'lookup-refused', reason: `status ${status}` });
    case 429:
      return err(quotaExceeded(headers, now));
    default:
      return unavailable(`status ${status}`);
  }
}

const COMPLAINT = v.object({ error: v.object({ message: v.string() }) });

function bestMatchIn(body: unknown): Result<Location, GeoLookupError> {
  if (!Array.isArray(body)) return unavailable('the answer is no list of places');
  if (body.length === 0) return err({ type: 'location-not-found' });
  const place = v.safeParse(PLACE, body[0]);
  if (!place.success)
    return unavailable(`no usable ${v.getDotPath(place.issues[0]) ?? 'place'} in the answer`);
  const { address, lat, lon } = place.output;
  return createLocation({
    city: placeName(
      address.city,
      address.town,
      address.village,
      address.hamlet,
      address.municipality,
      address.suburb,
      address.county,
    ),
    state: placeName(address.state, address.region, address.state_district, address.county),
    country: address.country_code,
    lat,
    long: lon,
  }).orElse(({ reason }) => unavailable(reason));
}

/** Number() would take '', '1e3' and '0x10' too. */
const DEGREES = v.pipe(v.string(), v.regex(/^-?\d+(?:\.\d+)?$/), v.transform(Number));
const TEXT = v.nullish(v.string(), '');
const PLACE = v.object({
  lat: DEGREES,
  lon: DEGREES,
  address: v.nullish(
    v.object({
      city: TEXT,
      town: TEXT,
      village: TEXT,
      hamlet: TEXT,
      municipality: TEXT,
      suburb: TEXT,
      county: TEXT,
      state: TEXT,
      region: TEXT,
      state_district: TEXT,
      country_code: TEXT,
    }),
    {},
  ),
});

function unavailable(reason: string): Result<never, GeoLookupError> {
  return err({ type: 'lookup-unavailable', reason });
}
