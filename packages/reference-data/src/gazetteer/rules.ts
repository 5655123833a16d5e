import {
  ABBREVIATION,
  isCountry,
  isCounty,
  LARGE_PEOPLE,
  liesIn,
  liesNear,
  type NamedArea,
  type NamedPlace,
  type Reading,
} from './name-index.js';
import type { Step, TownSoFar } from './step.js';

/** What a rule does with its words, which are read from the right. */
export type Action =
  /** Nothing: they do not say where the place is. */
  | 'pass-over'
  /** The place lies in the area that they name. */
  | 'take-area'
  /** They name the town, and the words before can name one in it. */
  | 'take-town'
  /** They name the town, and the words before are ignored. */
  | 'end-with-town'
  /** The town is the one found before; they and the words before are ignored. */
  | 'end'
  /** Nothing is found, because an answer could well be wrong. */
  | 'find-nothing';

/** A rule that decides about words of an address. */
export interface Rule {
  readonly name: string;
  readonly example: string;
  readonly action: Action;
  /** Whether the rule applies to these words; no rule before it did. */
  applies(step: Step): boolean;
}

/** The rules for words, in order: the first that applies decides. The last one always does. */
export const RULES: readonly Rule[] = [
  {
    name: 'no-place',
    example: '`дом 7`, a unit, in `Москва, ул. Тверская, дом 7`',
    action: 'pass-over',
    applies: ({ part, town, areas }) => part !== 'name' && part !== 'town' && !town && !areas,
  },
  {
    name: 'abbreviated-area',
    example: '`LA` in `Metropolis, LA` is Louisiana, not Los Angeles',
    action: 'take-area',
    applies: ({ at, areas, town, before }) =>
      at > 0 &&
      areas?.length === 1 &&
      (areas[0] ?? []).every(({ code }) => code === ABBREVIATION) &&
      // `CDMX` is also Mexico City itself.
      !(town?.own && town.seat === 2 && (areas[0] ?? []).some((area) => liesIn(town, area))) &&
      // `50480 KL`
      !(town?.own && isPostcode(before)),
  },
  {
    name: 'quarter-that-may-follow-its-town',
    example: '`Innere Stadt` in `Wien, Innere Stadt`',
    action: 'take-town',
    applies: ({ town, best }) => best === undefined && town?.section === 1,
  },
  {
    name: 'area-named-twice',
    example: '`São Paulo` in `Bela Vista, São Paulo - SP`: SP is the state',
    action: 'end-with-town',
    applies: ({ town, areas, around, best, after }) =>
      town !== undefined &&
      !isQuarter(best, town, after) &&
      (areas ?? []).some((area) => meetsAny(area, around)),
  },
  {
    name: 'town-called-like-its-area',
    example: '`New York` in `Buffalo, New York`: a town can precede it',
    action: 'take-town',
    applies: ({ town, areas, best, after }) =>
      town !== undefined && !isQuarter(best, town, after) && areas !== undefined,
  },
  {
    name: 'town',
    example: '`Paris` in `12 Rue de Rivoli, Paris, France`',
    action: 'end-with-town',
    applies: ({ town, best, after }) => town !== undefined && !isQuarter(best, town, after),
  },
  {
    name: 'area',
    example: '`Île-de-France` in `Paris, Île-de-France`',
    action: 'take-area',
    applies: ({ part, areas, best, after }) =>
      areas !== undefined &&
      !isStreetOf(best, after) &&
      // `Amphoe Bang Phli, Samut Prakan`
      !(best && part === 'district' && !areas.flat().some((area) => liesIn(best.place, area))) &&
      // `Shibuya-ku` is an area beside that of Tokyo, and a part of it.
      !(best && isMetropolis(best.place) && areas.flat().every((area) => isBeside(area, best))),
  },
  {
    name: 'town-of-elsewhere',
    example: '`Paris` in `Paris, Algarrobo`: Algarrobo has no Paris',
    action: 'find-nothing',
    applies: (step) => isTownOfElsewhere(step),
  },
  {
    name: 'quarter',
    example: '`San Marco` in `San Marco, Venezia`',
    action: 'end',
    applies: ({ best }) => best !== undefined,
  },
  {
    name: 'unknown-after-town',
    example: '`Narnia` in `Springfield, Narnia`',
    action: 'find-nothing',
    applies: () => true,
  },
];

const POSTCODE_DIGITS = 4;

function isPostcode(digits: string): boolean {
  return digits.length >= POSTCODE_DIGITS;
}

const METROPOLIS_PEOPLE = 500_000;

/** Whether a town can have counties for its parts: a country's capital, or the large one of a region. */
function isMetropolis({ seat, people }: NamedPlace): boolean {
  return seat === 2 || (seat === 1 && people >= METROPOLIS_PEOPLE);
}

// If the town is this many times larger, its quarter is meant, not a village with another name.
const VILLAGE = 50;
const VILLAGE_PEOPLE = 5_000;

/** Whether a number follows the words, before a town with its postcode: `San Martín 1143, M5500 Mendoza`. */
function isStreetOf(best: TownSoFar | undefined, after: string): boolean {
  return best !== undefined && isPostcode(best.before) && after !== '' && after.length <= POSTCODE_DIGITS;
}

/**
 * `Kreuzberg, Berlin` is Berlin, and so is a text that is only another name of a village near it; `Buffalo, New York` is
 * Buffalo.
 */
function isQuarter(best: TownSoFar | undefined, town: NamedPlace, after: string): boolean {
  if (!best) return false;
  if (isStreetOf(best, after)) return true;
  // `Miraflores, Lima` is not the village in the region around it.
  if (isMetropolis(best.place) && town.people < VILLAGE_PEOPLE && !liesNear(town, best.place)) return true;
  return town.section === 1 || (town.own === 0 && town.people * VILLAGE < best.place.people);
}

/**
 * A text that names a town elsewhere, before a town with the name of an area. It is a quarter of that town if the town is
 * the seat of the area, or is large and the other is not. Otherwise the area can be meant.
 */
function isTownOfElsewhere({ best, elsewhere, after }: Step): boolean {
  if (!best || elsewhere === undefined || best.place.seat > 0 || isStreetOf(best, after)) return false;
  if (best.place.people >= LARGE_PEOPLE) return elsewhere.people >= LARGE_PEOPLE;
  return !best.areas.some((reading) => reading.some((area) => liesIn(best.place, area)));
}

// A country is one town if its capital has this share of the people: Hong Kong.
const CITY_SHARE = 0.4;

/** Whether an area does not hold a town, and lies in its region or in the country that is that town. */
function isBeside(area: NamedArea, { place, areas }: TownSoFar): boolean {
  if (liesIn(place, area)) return false;
  const isInTown = areas
    .flat()
    .some((each) => isCountry(each) && each.id === area.country && place.people >= CITY_SHARE * each.people);
  return isInTown || (isCounty(area) && area.region === place.region);
}

function meetsAny(one: Reading, others: readonly Reading[]): boolean {
  return others.some((other) => one.some(({ id }) => other.some((area) => area.id === id)));
}
