import type { Airport, Location } from '@ops-admin/core';
import { fold } from '../../dist/gazetteer/fold.js';
import { withoutBrackets } from '../../dist/gazetteer/written-name.js';
import { namesOfKind } from '../names.ts';
import type { AirportGazetteer, GazetteerTown } from './airport-gazetteer.ts';
import type { OfficialAirport } from './clean-airport.ts';
import type { AirportIndex } from './index-airports.ts';
import { settlementName, settlementNames } from './settlement-name.ts';

/** The largest distance of an airport from the town that its municipality names: Stansted, Narita. */
const OF_MUNICIPALITY_KM = 75;
/** The same for a town in its name: Oakey Army Aviation Centre. */
const OF_NAME_KM = 40;
/** The same for a town that nothing names. */
const UNNAMED_KM = 25;

const KINDS = new Set(
  (
    'airport airfield aerodrome aeroport aeropuerto airpark airstrip heliport helipad seaplane base terminal landing ' +
    'strip field station air force army aviation centre center military international regional municipal domestic ' +
    'county memorial national private rnzaf raaf raf'
  ).split(' '),
);
const MAX_NAME_WORDS = 6;

/**
 * Every airport, with city and state as the gazetteer writes them, so that a town and its airport agree.
 * Country and coordinates stay.
 */
export function writeAirports(
  { byCode, counts }: AirportIndex<OfficialAirport>,
  gazetteer: AirportGazetteer,
): AirportIndex {
  const written = new Map<OfficialAirport, Airport>();
  for (const airport of byCode.values()) {
    if (!written.has(airport)) written.set(airport, writeAirport(airport, gazetteer));
  }
  return {
    byCode: new Map([...byCode].map(([code, airport]) => [code, written.get(airport) as Airport])),
    counts,
  };
}

/**
 * - The city is the one that `SERVED_CITIES` has. Of a large airport and one with scheduled flights it is the large town in its name that is several
 *   times larger than the town it lies in (`Brussels Airport` in Zaventem).
 * - Otherwise the city is the nearby town that the municipality names. If it names several (`Bâle / Mulhouse`, `Ingliston,
 *   Edinburgh`), it is the first in the airport's country and region, otherwise in its country. If the gazetteer has none of
 *   them, it is the nearby town in the airport's name, otherwise the first name in the municipality.
 * - Without a municipality it is the nearby town in the airport's name, otherwise the nearest town, otherwise the name
 *   without `Airport` and similar words.
 * - The state is the official region with the gazetteer's name. If the gazetteer divides the country in another way, it is
 *   the state of the town, or the official name if there is no such town. If the official region is unassigned, it is empty.
 */
export function writeAirport(airport: OfficialAirport, gazetteer: AirportGazetteer): Airport {
  const { isLarge, isScheduled, location } = airport;
  const region = gazetteer.regionOf(airport.region);
  const municipality = settlementName(airport.municipality);
  const own =
    townAmong(settlementNames(airport.municipality), location, gazetteer, region?.name) ??
    townInName(airport.name, location, gazetteer) ??
    (municipality === '' ? gazetteer.nearestTown(location, UNNAMED_KM) : undefined);
  const town = servedTown(airport, own, gazetteer) ?? own;
  const city = town?.city ?? (municipality || bareName(airport.name));
  return { isLarge, isScheduled, location: { ...location, city, state: stateOf(airport, region, town) } };
}

/** The city that an airport serves, where it is another one than the town that it lies in. */
function servedTown(
  { iata, isLarge, isScheduled, location, name }: OfficialAirport,
  own: GazetteerTown | undefined,
  gazetteer: AirportGazetteer,
): GazetteerTown | undefined {
  const [served] = SERVED_CITIES.get(iata) ?? [];
  if (served !== undefined) return gazetteer.townsNamed(served, location, OF_MUNICIPALITY_KM)[0];
  if (!isLarge && !isScheduled) return undefined;
  // `Manchester-Boston Regional Airport` in Manchester.
  if (own && fold(name).includes(fold(own.city))) return undefined;
  const [town] = runsOf(wordsOf(name))
    .flatMap((text) => gazetteer.townsNamed(text, location, OF_MUNICIPALITY_KM))
    .sort((one, other) => other.people - one.people);
  if (!town || town.people < SERVED_PEOPLE) return undefined;
  return town.people > SERVED_TIMES * (own?.people ?? 0) ? town : undefined;
}

// A town in the name that is this large, and this many times larger than the one the airport lies in.
const SERVED_PEOPLE = 100_000;
const SERVED_TIMES = 4;

// Cities that airports serve although their names do not say so.
const SERVED_CITIES = namesOfKind('served');

function townAmong(
  kinds: readonly (readonly string[])[],
  at: Location,
  gazetteer: AirportGazetteer,
  region: string | undefined,
): GazetteerTown | undefined {
  for (const names of kinds) {
    const towns = names.flatMap((name) => gazetteer.townsNamed(name, at, OF_MUNICIPALITY_KM));
    const town = towns.find(({ state }) => state === region) ?? towns[0];
    if (town) return town;
  }
  return undefined;
}

/** The longest words of a name that name a town; if equal, the first. */
function townInName(name: string, at: Location, gazetteer: AirportGazetteer): GazetteerTown | undefined {
  const words = wordsOf(name);
  for (const text of runsOf(words)) {
    const [town] = gazetteer.townsNamed(text, at, OF_NAME_KM);
    if (town) return town;
  }
  return undefined;
}

/** Words side by side that can be a name, the most words first. */
function runsOf(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (let length = words.length; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const run = words.slice(start, start + length);
      const text = run.join(' ');
      if (text.length >= 3 && !isKind(run[0]) && !isKind(run.at(-1))) runs.push(text);
    }
  }
  return runs;
}

function bareName(name: string): string {
  return wordsOf(name)
    .filter((word) => !isKind(word))
    .join(' ');
}

function wordsOf(name: string): string[] {
  const words = withoutBrackets(name)
    .normalize('NFC')
    .split(/[\s/,;–—]+/u);
  return words.filter((word) => /\p{L}/u.test(word)).slice(0, MAX_NAME_WORDS);
}

function isKind(word = ''): boolean {
  return KINDS.has(word.toLowerCase());
}

function stateOf(
  { location, region: code }: OfficialAirport,
  region: ReturnType<AirportGazetteer['regionOf']>,
  town: GazetteerTown | undefined,
): string {
  if (code === '') return '';
  if (region?.isSame) return region.name;
  return town?.state || region?.name || location.state;
}
