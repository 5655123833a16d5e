import type { Airport, Location } from '@ops-admin/core';
import { withoutBrackets } from '../gazetteer/written-name.js';
import type { AirportGazetteer, GazetteerTown } from './airport-gazetteer.js';
import type { OfficialAirport } from './clean-airport.js';
import type { AirportIndex } from './index-airports.js';
import { settlementName, settlementNames } from './settlement-name.js';

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
 * Every airport, with city and state as the gazetteer writes them, so that a town and its airport agree (decision 7).
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
 * - The city is the nearby town that the municipality names. If it names several (`Bâle / Mulhouse`, `Ingliston,
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
  const town =
    townAmong(settlementNames(airport.municipality), location, gazetteer, region?.name) ??
    townInName(airport.name, location, gazetteer) ??
    (municipality === '' ? gazetteer.nearestTown(location, UNNAMED_KM) : undefined);
  const city = town?.city ?? (municipality || bareName(airport.name));
  return { isLarge, isScheduled, location: { ...location, city, state: stateOf(airport, region, town) } };
}

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
  for (let length = words.length; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const run = words.slice(start, start + length);
      const text = run.join(' ');
      if (text.length < 3 || isKind(run[0]) || isKind(run.at(-1))) continue;
      const [town] = gazetteer.townsNamed(text, at, OF_NAME_KM);
      if (town) return town;
    }
  }
  return undefined;
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
