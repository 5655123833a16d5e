import type { Airport } from '@ops-admin/core';
import { AIRPORT, airportNames } from '../dist/gazetteer/airport-words.js';
import { fold } from '../dist/gazetteer/fold.js';
import type { OfficialAirport } from './airports/clean-airport.ts';
import type { AirportIndex } from './airports/index-airports.ts';
import type { GazetteerIndex, GazetteerPlace } from './index-gazetteer.ts';
import { kilometresBetween } from './place-grid.ts';

/** A name of an airport, `haneda airport` or `bcn airport`, with the place that it serves. */
export interface AirportName {
  readonly name: string;
  readonly place: GazetteerPlace;
}

/** A town that an airport serves. */
interface Served {
  readonly place: GazetteerPlace;
  readonly isLarge: boolean;
}

const SERVED_KM = 120;
const LARGER = 1.5;

/**
 * The names of the airports with scheduled flights: the official one, what remains of it after its town's name, its parts between hyphens, and
 * the code; and others, by code, that none has as its official one. A name of airports that serve different towns is only that of the only large one, and the own name of a larger town is none:
 * `Copenhagen Airport` is not the one of Roskilde.
 */
export function namesOfAirports(
  official: AirportIndex<OfficialAirport>,
  written: AirportIndex,
  gazetteer: GazetteerIndex,
  others: ReadonlyMap<string, readonly string[]>,
): AirportName[] {
  const countries = new Map(
    gazetteer.areas.filter(({ id, country }) => id === country).map(({ id, name }) => [id, name]),
  );
  const towns = new Map<string, GazetteerPlace[]>();
  for (const place of gazetteer.places) {
    const key = `${countries.get(place.country)} ${place.name}`;
    if (!place.section) towns.set(key, [...(towns.get(key) ?? []), place]);
  }
  const served = new Map<string, Served[]>();
  const servedByOthers = new Map<string, Served[]>();
  for (const [code, airport] of official.byCode) {
    if (airport.iata !== code || !airport.isScheduled) continue;
    const at = (written.byCode.get(code) as Airport).location;
    const [place] = (towns.get(`${at.country} ${at.city}`) ?? [])
      .filter((town) => kilometresBetween(at, town) <= SERVED_KM)
      .sort((one, other) => other.people - one.people);
    if (!place) continue;
    for (const name of new Set([...variants(airport.name, at.city), `${code.toLowerCase()} ${AIRPORT}`]))
      served.set(name, [...(served.get(name) ?? []), { place, isLarge: airport.isLarge }]);
    for (const name of new Set((others.get(code) ?? []).flatMap((each) => variants(each, at.city))))
      servedByOthers.set(name, [...(servedByOthers.get(name) ?? []), { place, isLarge: airport.isLarge }]);
  }
  const people = peopleOfTowns(gazetteer);
  return [...new Map([...servedByOthers, ...served])].flatMap(([name, each]) => {
    const large = each.filter(({ isLarge }) => isLarge);
    const places = new Set((large.length > 0 ? large : each).map(({ place }) => place));
    const [place] = places;
    const namesake = people.get(name.slice(0, -` ${AIRPORT}`.length)) ?? 0;
    return place && places.size === 1 && namesake <= LARGER * place.people ? [{ name, place }] : [];
  });
}

/** How many people the largest town has that is called so itself. */
function peopleOfTowns({ places }: GazetteerIndex): Map<string, number> {
  const people = new Map<string, number>();
  for (const place of places) {
    for (const [name, { own }] of place.section ? [] : place.names)
      if (own) people.set(name, Math.max(place.people, people.get(name) ?? 0));
  }
  return people;
}

/** `tokyo haneda airport` and `haneda airport`, but not `tokyo airport`, which could be another. */
function variants(name: string, city: string): string[] {
  const town = fold(city);
  const parts = [name, ...name.split(/[–—/()-]/u)].map((part) => ` ${fold(part)} `);
  return parts
    .flatMap((part) => [part, part.replace(` ${town} `, ' '), ...part.split(` ${town} `)])
    .flatMap((part) => airportNames([...part.trim().split(' '), AIRPORT]).slice(0, 1))
    .map((words) => words.join(' '))
    .filter((each) => each !== town)
    .map((each) => `${each} ${AIRPORT}`);
}
