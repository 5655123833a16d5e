import { AIRPORT, airportNames } from '../dist/gazetteer/airport-words.js';
import { fold } from '../dist/gazetteer/fold.js';
import type { OfficialAirport } from './airports/clean-airport.ts';
import type { AirportIndex } from './airports/index-airports.ts';
import type { GazetteerIndex } from './index-gazetteer.ts';

/** A folded name of an airport without the word for one, `haneda`, with its IATA code. */
export interface AirportName {
  readonly name: string;
  readonly code: string;
}

const LARGER = 1.5;

/** How many people the largest town has that is called so itself. */
export function peopleOfTowns({ places }: GazetteerIndex): Map<string, number> {
  const people = new Map<string, number>();
  for (const place of places) {
    for (const [name, { own }] of place.section ? [] : place.names)
      if (own) people.set(name, Math.max(place.people, people.get(name) ?? 0));
  }
  return people;
}

/**
 * The names of the airports with scheduled flights: the official one, what remains of it after its town's name, its parts between hyphens, and
 * others, by code, that OurAirports does not have as the official one.
 */
export function namesOfAirports(
  official: AirportIndex<OfficialAirport>,
  written: AirportIndex,
  others: ReadonlyMap<string, readonly string[]>,
  people: ReadonlyMap<string, number>,
): AirportName[] {
  return [...official.byCode].flatMap(([code, airport]) => {
    if (airport.iata !== code || !airport.isScheduled) return [];
    const city = written.byCode.get(code)?.location.city ?? '';
    const names = [airport.name, ...(others.get(code) ?? [])].flatMap((name) => variants(name, city));
    const town = fold(city);
    if (airport.isLarge) names.push(town);
    // `Copenhagen Airport` is not that of Roskilde.
    const isOfAnother = (name: string) =>
      name !== town && (people.get(name) ?? 0) > LARGER * (people.get(town) ?? 0);
    return [...new Set(names)].filter((name) => !isOfAnother(name)).map((name) => ({ name, code }));
  });
}

/** `tokyo haneda`, `haneda`, and for `Narita International Airport` also `narita`. */
function variants(name: string, city: string): string[] {
  const town = fold(city);
  const parts = [name, ...name.split(/[–—/()-]/u)].map((part) => ` ${fold(part)} `);
  const names = parts
    .flatMap((part) => [part, part.replace(` ${town} `, ' '), ...part.split(` ${town} `)])
    .flatMap((part) => airportNames([...part.trim().split(' '), AIRPORT]).slice(0, 1))
    .map((words) => words.join(' '));
  return [
    ...names,
    // `Francisco Sá Carneiro`
    ...names.map((each) => each.replace(/ (?:de|del|da|do|di|of|the)(?= )/g, '')),
    ...names.filter((each) => each !== town && !each.includes(town)).map((each) => `${town} ${each}`),
  ];
}
