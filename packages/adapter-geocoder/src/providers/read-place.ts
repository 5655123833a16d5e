import { err, type GeoLookupError, type Location, ok, type Precision, type Result } from '@ops-admin/core';
import { createLocation } from '@ops-admin/core/adapter';
import * as v from 'valibot';
import { unanswerable, unavailable } from './failed-answer.js';
import type { CodedPlace } from './write-names.js';

export const TEXT: v.NullishSchema<v.StringSchema<undefined>, ''> = v.nullish(v.string(), '');

/** Where a GeoJSON feature is: longitude before latitude; a height is ignored. */
export const GEOJSON_POINT: v.GenericSchema<unknown, { coordinates: [long: number, lat: number] }> = v.object(
  {
    coordinates: v.tuple([v.number(), v.number()]),
  },
);

/** A member of an answer of any type; undefined if it is missing. */
export function memberOf(body: unknown, name: string): unknown {
  return (body as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

/**
 * The first of the places in an answer, which is the best. Errors: `location-not-found` if there are none;
 * `lookup-unavailable` if it is not a list, or the first is not a valid place, with the name of the wrong member.
 */
export function firstPlace<T>(
  places: unknown,
  schema: v.GenericSchema<unknown, T>,
): Result<T, GeoLookupError> {
  if (!Array.isArray(places)) return unavailable('the answer is not a list of places');
  if (places.length === 0) return err({ type: 'location-not-found' });
  const place = v.safeParse(schema, places[0]);
  if (place.success) return ok(place.output);
  // Other places of the provider can be usable.
  return unanswerable(`no usable ${v.getDotPath(place.issues[0]) ?? 'place'} in the answer`);
}

/**
 * The first candidate that is not empty, otherwise an empty string. It is written on one line: many people edit maps, and a
 * line break or a control character in a name would reach logs and terminals.
 */
export function placeName(...candidates: readonly string[]): string {
  const names = candidates.map((text) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim());
  return names.find((name) => name !== '') ?? '';
}

/** The precision of a match, or `larger` than a town. */
export type Match = Exclude<Precision, 'airport'> | 'larger';

/**
 * The location of a match. If it has no city name and is in a city-state, that is the city. A match of an unknown kind is a town if
 * a city is named, otherwise it is larger. Errors: `location-not-found` if it is larger than a town; `lookup-unavailable` if it
 * cannot exist.
 */
export function locationFrom(
  { match, ...given }: Location & { readonly match: Match | undefined },
  source: string,
  regionCodes: readonly string[] = [],
): Result<CodedPlace, GeoLookupError> {
  const isLarger = (match ?? (given.city === '' ? 'larger' : 'town')) === 'larger';
  const cityState = cityStateOf(given.country);
  const city = (isLarger ? '' : given.city) || cityState;
  return createLocation({ ...given, city })
    .mapErr(({ reason }): GeoLookupError => ({ type: 'lookup-unavailable', reason, mayBeAddress: true }))
    .andThen((location) => {
      if (isLarger && cityState === '') return err({ type: 'location-not-found' as const });
      const precision = match === undefined || match === 'larger' ? 'town' : match;
      return ok({ location: { ...location, source, precision }, regionCodes });
    });
}

/** Which of a provider's words for kinds of matches mean what. */
export type MatchWords = Readonly<Record<Match, string>>;

/** The match that a provider's words for its kind mean; `undefined` if they are not known. */
export function matchIn(kinds: readonly string[], words: MatchWords): Match | undefined {
  const matches = ['address', 'street', 'postcode', 'district', 'town', 'larger'] as const;
  return matches.find((match) => words[match].split(' ').some((word) => kinds.includes(word)));
}

/** The name of a city-state, or empty for other countries. */
export function cityStateOf(country: string): string {
  return CITY_STATES.get(country.toUpperCase()) ?? '';
}

const CITY_STATES: ReadonlyMap<string, string> = new Map([
  ['GI', 'Gibraltar'],
  ['HK', 'Hong Kong'],
  ['MC', 'Monaco'],
  ['MO', 'Macau'],
  ['SG', 'Singapore'],
  ['VA', 'Vatican City'],
]);
