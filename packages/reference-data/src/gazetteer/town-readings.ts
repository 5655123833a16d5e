import { chooseTown } from './choose-town.js';
import { eastAsianTown } from './east-asian-town.js';
import {
  ABBREVIATION,
  LARGE_PEOPLE,
  liesNear,
  type NamedPlace,
  type NameReader,
  type Reading,
  type Words,
} from './name-index.js';
import { afterStreets } from './street-words.js';

/** A way in which words name a town that lies in every reading around it. */
export interface TownReading {
  readonly name: string;
  readonly example: string;
  read(words: Words, around: readonly Reading[], reader: NameReader): NamedPlace | undefined;
}

const MAX_WORDS = 8;
// Words before a town's name in addresses: `г. Москва`, `City of London`, `TP. Huế`.
const TOWN_WORDS =
  /^(?:г|гор|город|пос|поселок|дер|деревня|ст|м|місто|гр|град|пгт|с|село|tp|thanh pho|tx|kota|kab|stadt|landeshauptstadt|hansestadt|gmina|m st|miasto|mesto|comune|gemeente|town|city|cidade|ciudad|ville|commune|municipio|municipality|greater|downtown|central|metropolitan) (?=.)/u;
const OF = /^(?:of|de|di|da|do|del) /;
// Words after it: `København K`, `Nagoya-shi`, `Budapest V`.
const DISTRICT =
  / (?:[a-z]{1,2}|[ivx]{1,5}(?: kerulet)?|city|town|shi|si|kommune|kommun|municipality|metro|metropolitan area|centro|centre|center|cbd|mesto)$/;
const MAX_QUARTER_WORDS = 4;

/** The ways, in the order of trying. */
export const TOWN_READINGS: readonly TownReading[] = [
  {
    name: 'town-and-quarter',
    example: 'Berlin Mitte',
    read: (words, around, reader) => townBeforeQuarter(words, around, reader),
  },
  {
    name: 'name',
    example: 'New York',
    read: (words, around, reader) => chooseTown(words, around, reader),
  },
  {
    name: 'name-and-areas',
    example: 'paris tx',
    read: (words, around, reader) => nameAndAreas(words, around, reader),
  },
  {
    name: 'after-a-street',
    example: '10 Downing Street London',
    read: (words, around, reader) =>
      first(
        afterStreets(words),
        (rest) => chooseTown(rest, around, reader) ?? nameAndAreas(rest, around, reader),
      ),
  },
  {
    name: 'town-word',
    example: 'г. Москва',
    read: (words, around, reader) => {
      const rest = words.join(' ').replace(TOWN_WORDS, '');
      if (rest.length === words.join(' ').length) return undefined;
      return (
        chooseTown(rest.split(' '), around, reader) ??
        (OF.test(rest) ? chooseTown(rest.replace(OF, '').split(' '), around, reader) : undefined)
      );
    },
  },
  {
    name: 'postal-district',
    example: 'København K',
    read: (words, around, reader) => {
      const rest = words.join(' ').replace(DISTRICT, '').split(' ');
      const town = rest.length < words.length ? chooseTown(rest, around, reader) : undefined;
      return town && town.people >= LARGE_PEOPLE ? town : undefined;
    },
  },
  {
    name: 'large-to-small-characters',
    example: '大阪府大阪市北区',
    read: (words, around, reader) => eastAsianTown(words, around, reader),
  },
];

/** A large town, followed by one of its parts; the whole name is not that of a town. */
function townBeforeQuarter(
  words: Words,
  around: readonly Reading[],
  reader: NameReader,
): NamedPlace | undefined {
  if (words.length < 2 || words.length > MAX_QUARTER_WORDS) return undefined;
  if (reader.places(words).some(({ section }) => !section)) return undefined;
  for (let end = words.length - 1; end > 0; end -= 1) {
    const town = chooseTown(words.slice(0, end), around, reader);
    if (!town || town.section || town.people < LARGE_PEOPLE) continue;
    const parts = [words, words.slice(end)].flatMap((name) => reader.places(name));
    if (parts.some((part) => part.section && liesNear(part, town))) return town;
  }
  return undefined;
}

/** `paris tx`, but not `New Mexico`, which is not a town `New` in Mexico. */
function nameAndAreas(words: Words, around: readonly Reading[], reader: NameReader): NamedPlace | undefined {
  if (words.length > MAX_WORDS || reader.areasNamed(words).some(({ code }) => code !== ABBREVIATION))
    return undefined;
  for (let end = words.length - 1; end > 0; end -= 1) {
    const areas = reader.areasIn(words.slice(end));
    const town = areas && chooseTown(words.slice(0, end), [...around, ...areas], reader);
    if (town) return town;
  }
  return undefined;
}

function first<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
