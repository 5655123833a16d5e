import { isKindAlone } from './area-kinds.js';
import { ABBREVIATION, LARGE_PEOPLE, liesIn, liesNear, type NamedPlace, type Reading } from './name-index.js';
import type { Step, TownSoFar } from './step.js';

/** What is done with the words that a rule is about, which are read from the right. */
export type Action =
  /** Nothing: they say nothing of where the place is. */
  | 'pass-over'
  /** The place lies in the area that they name. */
  | 'take-area'
  /** They name the town, and what is before them may name one in it. */
  | 'take-town'
  /** They name the town, and what is before them is ignored. */
  | 'end-with-town'
  /** The town is the one found before; they and what is before them are ignored. */
  | 'end'
  /** Nothing is found, where an answer may well be wrong. */
  | 'find-nothing';

/** What decides on words of an address. */
export interface Rule {
  readonly name: string;
  readonly example: string;
  readonly action: Action;
  /** Whether the rule is about these words, which none before it was about. */
  applies(step: Step): boolean;
}

/** The rules for words, in order: the first that applies decides. The last one always does. */
export const RULES: readonly Rule[] = [
  {
    name: 'kind-alone',
    example: '`Kingdom of` in `Madrid, Spain, Kingdom of`',
    action: 'pass-over',
    applies: ({ words, areas, town }) => !areas && !town && isKindAlone(words),
  },
  {
    name: 'house-number',
    example: '`Paraguay 1500` in `Paraguay 1500, Buenos Aires`',
    action: 'pass-over',
    applies: (step) => step.best !== undefined && isHouse(step),
  },
  {
    name: 'abbreviated-area',
    example: '`LA` in `Metropolis, LA` is Louisiana, not Los Angeles',
    action: 'take-area',
    applies: ({ at, areas }) =>
      at > 0 && areas?.length === 1 && (areas[0] ?? []).every(({ code }) => code === ABBREVIATION),
  },
  {
    name: 'part-of-a-town',
    example: '`arrondissement` in `Paris 16ème arrondissement`',
    action: 'pass-over',
    applies: ({ words, areas, town }) => !areas && !town && words.every((word) => PARTS.has(word)),
  },
  {
    name: 'town-before-its-quarter',
    example: '`Wien` in `1010 Wien, Innere Stadt`',
    action: 'end-with-town',
    applies: ({ town, best }) =>
      town !== undefined && best?.place.section === 1 && !town.section && liesNear(town, best.place),
  },
  {
    name: 'quarter-that-may-follow-its-town',
    example: '`Innere Stadt` in `1010 Wien, Innere Stadt`',
    action: 'take-town',
    applies: ({ town, best }) => best === undefined && town?.section === 1,
  },
  {
    name: 'area-named-twice',
    example: '`São Paulo` in `Bela Vista, São Paulo - SP`: SP is the state',
    action: 'end-with-town',
    applies: ({ town, areas, around, best }) =>
      town !== undefined && !isQuarter(best, town) && (areas ?? []).some((area) => meetsAny(area, around)),
  },
  {
    name: 'town-called-like-its-area',
    example: '`New York` in `Buffalo, New York`: a town can precede it',
    action: 'take-town',
    applies: ({ town, areas, best }) => town !== undefined && !isQuarter(best, town) && areas !== undefined,
  },
  {
    name: 'town',
    example: '`Paris` in `12 Rue de Rivoli, Paris, France`',
    action: 'end-with-town',
    applies: ({ town, best }) => town !== undefined && !isQuarter(best, town),
  },
  {
    name: 'area',
    example: '`Île-de-France` in `Paris, Île-de-France`',
    action: 'take-area',
    applies: ({ areas }) => areas !== undefined,
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
    name: 'street-after-town',
    example: '`Andrássy út` in `Budapest, Andrássy út 22`',
    action: 'pass-over',
    applies: ({ isStreet }) => isStreet,
  },
  {
    name: 'unknown-after-town',
    example: '`Narnia` in `Springfield, Narnia`',
    action: 'find-nothing',
    applies: () => true,
  },
];

// What follows the number of a part of a town or a building, and says nothing without it.
const PARTS = new Set(
  (
    'arrondissement arr kerulet ker sector sektor zone zona bezirk district distrito floor piso planta suite level unit ' +
    'apt apartment flat building block tower room po box bp tel fax no nr'
  ).split(' '),
);

// So many times larger is the town whose quarter is meant rather than a village of another name.
const VILLAGE = 50;

/** A house number beside the words; a postcode is longer, or in four digits beside a town within the area. */
function isHouse({ before, after, town }: Step): boolean {
  if (town && !town.section && Math.max(before.length, after.length) > 3) return false;
  return (after !== '' && after.length <= 4) || (before !== '' && before.length <= 3);
}

/** `Kreuzberg, Berlin` is Berlin, and so is what is only another name of a village near it; `Buffalo, New York` is Buffalo. */
function isQuarter(best: TownSoFar | undefined, town: NamedPlace): boolean {
  if (!best) return false;
  return town.section === 1 || (town.own === 0 && town.people * VILLAGE < best.place.people);
}

/**
 * What names a town of elsewhere, before a town that is called like an area: a quarter of it where the town is the seat of
 * that area, or large and the other one is not; else the area may be meant.
 */
function isTownOfElsewhere({ best, elsewhere }: Step): boolean {
  if (!best || elsewhere === undefined || best.place.seat > 0) return false;
  if (best.place.people >= LARGE_PEOPLE) return elsewhere.people >= LARGE_PEOPLE;
  return !best.areas.some((reading) => reading.some((area) => liesIn(best.place, area)));
}

function meetsAny(one: Reading, others: readonly Reading[]): boolean {
  return others.some((other) => one.some(({ id }) => other.some((area) => area.id === id)));
}
