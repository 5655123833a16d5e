import { NO_PLACE_WORDS } from '@ops-admin/core/adapter';
import { isKindAlone } from './area-kinds.js';
import {
  isCountry,
  isCounty,
  LARGE_PEOPLE,
  liesIn,
  liesNear,
  type NameReader,
  type Reading,
  VERY_LARGE_PEOPLE,
} from './name-index.js';
import { isCertainTown } from './place-parts.js';
import type { AddressRun } from './split-address.js';
import type { TownSoFar } from './step.js';
import { isStreet } from './street-words.js';
import { nameAndAreas } from './town-readings.js';

/** The town that was found by the words of an address. */
export interface End {
  /** Whether the text looks like the code of an airport: three letters or four letters and digits, in capitals. */
  readonly isCode: boolean;
  readonly runs: readonly AddressRun[];
  /** The areas that were named. */
  readonly around: readonly Reading[];
  readonly best: TownSoFar;
  readonly reader: NameReader;
}

/** Rejects the town that was found: then nothing is found. */
export interface FinalRule {
  readonly name: string;
  readonly example: string;
  applies(end: End): boolean;
}

/** The rules that can reject a found town, in order. */
export const FINAL_RULES: readonly FinalRule[] = [
  {
    name: 'capital-of-the-country-named',
    example: '`Xyz, Mexico` is not Mexico City, `12 Grand-Rue, Luxembourg` is Luxembourg',
    applies: isCapitalOnly,
  },
  {
    name: 'town-outside-its-areas',
    example: '`Lima, Cañete` is not Cañete in Chile: Lima has its own',
    applies: ({ around, best: { place, areas } }) =>
      around.some((reading) => !areas.includes(reading) && !reading.some((area) => liesIn(place, area))),
  },
  {
    name: 'region-of-elsewhere',
    example: '`Southbank, Victoria` can be in the state of Australia, and is not in the town in Canada',
    applies: isRegionOfElsewhere,
  },
  {
    name: 'country-of-elsewhere',
    example: '`Bergen Norge, Austin`: the one in Texas is not in Norway',
    applies: isCountryOfElsewhere,
  },
  {
    name: 'no-place-meant',
    example: '`Europe`, `unknown`, `Maria`',
    applies: ({ runs, around, best: { at, place, areas }, reader }) => {
      const own = runs[at];
      return (
        own !== undefined &&
        NO_PLACE_WORDS.has(own.words.join(' ')) &&
        around.length === areas.length &&
        !isCertainTown(own, reader) &&
        place.weight < VERY_LARGE_PEOPLE
      );
    },
  },
  {
    name: 'unknown-code',
    example: '`KTI` is no airport, and only another name of Kratié',
    applies: ({ isCode, runs, best: { place } }) =>
      isCode && !place.own && !(place.people >= LARGE_PEOPLE && (runs[0]?.words[0] ?? '').length > 3),
  },
  {
    name: 'weak-last-word',
    example: '`El Paso, Tekh` is not the village Tekh, far from El Paso',
    applies: isWeakLastWord,
  },
  {
    name: 'other-name-of-a-village',
    example: '`Ferie` is only another name of a village in Haiti',
    applies: isOtherNameOfVillage,
  },
];

// A country is a city if its capital has this share of the people: Singapore.
const CITY_SHARE = 0.4;
const LARGER = 5;
const VILLAGE_PEOPLE = 5_000;
const POSTCODE_DIGITS = 4;

/** Whether a country was named, with a place in it that is not its capital. */
function isCapitalOnly({ runs, best, reader }: End): boolean {
  const { at, place } = best;
  const named = reader.areas(runs[at]?.words ?? []);
  const country = named.find((area) => isCountry(area) && area.id === place.country);
  if (!country || place.seat !== 2 || place.people >= CITY_SHARE * country.people) return false;
  const isLast = runs.slice(at + 1).every(({ words }) => isKindAlone(words));
  const others = runs.slice(0, at);
  // `Polanco, México`
  const isQuarter = others.some(({ words }) =>
    reader
      .places(words)
      .some((each) => each.id === place.id || (each.section === 1 && liesNear(each, place))),
  );
  return !isQuarter && isLast && others.length > 0 && !(place.own && others.every(isStreetLike));
}

/**
 * Whether a part before a town says that the address is in another country: a postcode with letters, the country, a town with it, or one
 * with a postcode. The words of the found town can be those of a company, a person or a note.
 */
function isCountryOfElsewhere({ runs, around, best: { at, place, areas }, reader }: End): boolean {
  const own = runs[at];
  if (at === 0 || around.length > areas.length || !own || isCertainTown(own, reader)) return false;
  if (reader.hasLetters && reader.hasForeignPostcode(place.country)) return true;
  return runs.slice(0, at).some((run) => {
    const { part, words, head, before, after } = run;
    if (part !== 'name') return false;
    const towns = reader.places(words);
    const countries =
      before === '' && after === ''
        ? reader
            .areasNamed(words)
            .filter((area) => isCountry(area) && area.people > LARGER * (towns[0]?.weight ?? 0))
        : [];
    if (countries.length > 0) return !countries.some(({ id }) => id === place.country);
    if (towns.length === 0 && words.length > 1) {
      const town = nameAndAreas(words, [], reader);
      if (town?.own) return town.country !== place.country;
    }
    // `28195 Bremen`, `50825 Köln-Ehrenfeld`
    const namesakes =
      towns.length > 0 ? towns : head && before.length >= POSTCODE_DIGITS ? reader.places([head]) : [];
    const [largest] = namesakes;
    const isCertain =
      largest?.own === 1 &&
      largest.people >= LARGE_PEOPLE &&
      (towns.length === 0 || isCertainTown(run, reader));
    return (
      isCertain &&
      largest !== undefined &&
      largest.country !== place.country &&
      !namesakes.some((each) => liesNear(each, place))
    );
  });
}

/**
 * Whether unknown words come before a town with the name of a region abroad that has more people, without any other area: the region can be
 * meant.
 */
function isRegionOfElsewhere({ runs, around, best: { at, place, areas }, reader }: End): boolean {
  const own = runs[at];
  if (!own || at === 0 || around.length > areas.length || own.before !== '' || own.after !== '') return false;
  const named = reader.areasNamed(own.words).filter(({ code }) => code === 0);
  if (named.some((area) => liesIn(place, area))) return false;
  return (
    named.some((area) => area.country !== place.country && !isCounty(area) && area.people > place.people) &&
    !runs.slice(0, at).every(isStreetLike)
  );
}

/**
 * Whether the town is named by one Latin word that is another name of a place of few people, without any area, or with one in which the very
 * large town of that name does not lie (`Kraków, Germany`).
 */
function isOtherNameOfVillage({ runs, around, best: { at, place, areas }, reader }: End): boolean {
  const name = runs[at]?.words.join(' ') ?? '';
  const isAlone = around.length === areas.length;
  const [foremost] = reader.places(runs[at]?.words ?? []);
  const isAbroad =
    foremost?.own === 1 && foremost.people >= VERY_LARGE_PEOPLE && foremost.country !== place.country;
  return (isAlone || isAbroad) && !place.own && place.people < VILLAGE_PEOPLE && /^[a-z]+$/.test(name);
}

/** Whether a small town comes after a large one that lies elsewhere, or any after one of another country that is certain. */
function isWeakLastWord({ runs, best: { at, place }, reader }: End): boolean {
  const own = runs[at];
  if (own && isCertainTown(own, reader)) return false;
  return runs.slice(0, at).some((before) => {
    if (isCertainTown(before, reader)) {
      const towns = reader.places(before.name);
      return towns.length > 0 && towns.every(({ country }) => country !== place.country);
    }
    if (isStreetLike(before)) return false;
    // `Victoria, Mahé, Seychelles`
    if (reader.places(before.words).some(({ id }) => id === place.id)) return false;
    const [large] = reader.places(before.words);
    if (reader.areas(before.words).some((area) => liesIn(place, area))) return false;
    if (!large || large.section || large.people < Math.max(LARGE_PEOPLE, LARGER * place.people)) return false;
    return !liesNear(large, place);
  });
}

function isStreetLike({ part, words, before, after }: AddressRun): boolean {
  return part !== 'name' || before !== '' || after !== '' || isStreet(words);
}
