import {
  ABBREVIATION,
  agreeing,
  isCountry,
  isCounty,
  type NamedPlace,
  type NameReader,
  type Reading,
  type Words,
} from './name-index.js';
import type { AddressRun } from './split-address.js';
import { isStreet } from './street-words.js';
import { TOWN_READINGS } from './town-readings.js';

/** A town that was found further right, with the areas of the same name. */
export interface TownSoFar {
  /** Which run of the address names it; 0 is the leftmost. */
  readonly at: number;
  readonly place: NamedPlace;
  readonly areas: readonly Reading[];
}

/** What is known when the rules read some words of an address. */
export interface Step {
  readonly words: Words;
  /** The digits of a number next to the words, or empty. */
  readonly before: string;
  readonly after: string;
  /** Which run of the address they are; 0 is the leftmost. */
  readonly at: number;
  /** The areas that were named further right. */
  readonly around: readonly Reading[];
  readonly best: TownSoFar | undefined;
  /** The areas that they name, if they agree with the areas around. */
  readonly areas: readonly Reading[] | undefined;
  /** The town that they name within all areas around. */
  readonly town: NamedPlace | undefined;
  /** How they name it. */
  readonly reading: string;
  /** The town of that name with the highest weight, if none lies in the areas around. */
  readonly elsewhere: NamedPlace | undefined;
  readonly isStreet: boolean;
}

/** Reads what words name, given what was found further right, and `lead`, a country or region at the very left. */
export function readStep(
  { words, before, after }: AddressRun,
  at: number,
  around: readonly Reading[],
  lead: Reading,
  best: TownSoFar | undefined,
  reader: NameReader,
): Step {
  const first = at > 0 && agreeing(lead, around).length > 0 ? lead : [];
  const { town, reading } = (first.length > 0 && readTown(words, [...around, first], reader)) ||
    (!first.some(isCountry) && readTown(words, around, reader)) || { town: undefined, reading: '' };
  return {
    words,
    before,
    after,
    at,
    around,
    best,
    areas: readAreas(words, around, reader),
    town,
    reading,
    elsewhere: town ? undefined : reader.places(words).find(({ section }) => section === 0),
    isStreet: isStreet(words),
  };
}

/**
 * `Germany, Berlin`: a country or a region that comes first, unless a town has that name. The place must lie in the country,
 * and lies in the region if possible.
 */
export function readLead({ words, before, after }: AddressRun, reader: NameReader): Reading {
  if (before !== '' || after !== '') return [];
  const areas = reader.areas(words).filter((area) => area.code !== ABBREVIATION && !isCounty(area));
  const people = Math.max(...areas.map((area) => area.people));
  const isTown = reader
    .places(words)
    .some((place) => place.weight * LEAD_TO_TOWN > people && !isCapitalOf(place, areas));
  return isTown ? [] : areas;
}

/** `Guatemala, Morales`: the country is meant, not its capital. */
function isCapitalOf({ seat, country }: NamedPlace, areas: Reading): boolean {
  return seat === 2 && areas.some((area) => isCountry(area) && area.id === country);
}

// An area that comes first has this many times the people of a town of its name.
const LEAD_TO_TOWN = 50;

function readTown(
  words: Words,
  around: readonly Reading[],
  reader: NameReader,
): { town: NamedPlace; reading: string } | undefined {
  for (const { name, read } of TOWN_READINGS) {
    const town = read(words, around, reader);
    if (town) return { town, reading: name };
  }
  return undefined;
}

function readAreas(
  words: Words,
  around: readonly Reading[],
  reader: NameReader,
): readonly Reading[] | undefined {
  const areas: Reading[] = [];
  for (const reading of reader.areasIn(words) ?? []) areas.push(agreeing(reading, [...around, ...areas]));
  return areas.length > 0 && areas.every(({ length }) => length > 0) ? areas : undefined;
}
