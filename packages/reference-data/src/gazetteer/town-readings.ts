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
  /** `before` has the digits of the number before the words. */
  read(words: Words, around: readonly Reading[], reader: NameReader, before: string): NamedPlace | undefined;
}

const MAX_WORDS = 8;
// Words before a town's name that are not only those of an address.
const TOWN_WORDS =
  /^(?:town|city|greater|downtown|central|metropolitan|freie (?:und )?hansestadt|cercado de|centro de) (?=.)/u;
const OF = /^of /;
// Words after it: `København K`, `Nagoya-shi`, `Budapest V`.
const DISTRICT =
  / (?:(?:city|town) )?(?:[a-z]{1,2}|[ivx]{1,5}(?: kerulet)?|city|town|shi|si|kommune|kommun|municipality|cantt|cantonment|(?:metro|metropolitan|bay)?(?: ?area)|metro|region|centro|centre|center|cbd|mesto|selatan|utara|barat|timur|pusat|office|branch|hq|airport|campus)$/;
const DISTRICT_PEOPLE = 50_000;
// What is beside a town: `Bregenz am Bodensee`.
const BESIDE =
  / (?:am|an der|an d|a d|ob der|o d|od|odt|im|in der|i|bei|b|vor der|v d|sur|sous|upon|nad|pod)(?: .*)?$/;
// Words before a large town's: `Messe Frankfurt`.
const VENUE =
  /^(?:messe|fiera|feria|expo|airport|flughafen|aeroport|aeropuerto|aeroporto|hauptbahnhof|bahnhof|gare|estacion|stazione|universitat|universite|universidad|university of|office|head office|remote|hq|campus|north|south|east|west|inner) (?=.)/u;
const MAX_QUARTER_WORDS = 4;
// What is beside a town, as it is shortened: `Rothenburg o.d. Tauber`, `Rottenburg a.N.`
const SHORT_BESIDE: readonly [RegExp, string][] = [
  [/ a ?d (?=.)/, ' an der '],
  [/ (?:o ?d|odt) (?=.)/, ' ob der '],
  [/ (?:v ?d) (?=.)/, ' vor der '],
  [/ u (?=.)/, ' upon '],
  [/ a ?m$/, ' am main'],
  [/ a ?n$/, ' am neckar'],
  [/ a ?rh(?:ein)?$/, ' am rhein'],
  [/ i ?br$/, ' im breisgau'],
  [/ i ?d ?o ?pf$/, ' in der oberpfalz'],
  [/(?<= .*)str$/, 'strasse'],
];

/** How a name with a hyphen names a large town, if the whole is no town. */
export const HYPHEN_READING: TownReading = {
  name: 'before-a-hyphen',
  example: 'Warszawa-Mokotów',
  read: (words, around, reader) => {
    const town = chooseTown(words, around, reader);
    return town && town.people >= LARGE_PEOPLE && !town.section ? town : undefined;
  },
};

/** How a name before three capitals that name nothing names a large town. */
export const CODE_READING: TownReading = {
  name: 'before-a-code',
  example: 'Milano MXP',
  read: (words, around, reader) => {
    const code = words.slice(-1);
    if (reader.areasNamed(code).length > 0 || reader.places(code).length > 0) return undefined;
    return HYPHEN_READING.read(words.slice(0, -1), around, reader, '');
  },
};

/** How a street names a town, if no other part does. */
export const STREET_READING: TownReading = {
  name: 'with-its-street',
  example: '12 Rue de Rivoli Paris',
  read: (name, around, reader, before) => townOfStreet(name, around, reader, before),
};

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
    read: (words, around, reader, before) =>
      first(
        afterStreets(words, before !== '' && before.length < POSTCODE_DIGITS),
        (rest) => chooseTown(rest, around, reader) ?? nameAndAreas(rest, around, reader),
      ),
  },
  {
    name: 'town-word',
    example: 'Downtown Denver',
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
      const rest = words.join(' ').replace(DISTRICT, '').replace(VENUE, '').split(' ');
      const town = rest.length < words.length ? chooseTown(rest, around, reader) : undefined;
      return town && town.people >= (town.own ? DISTRICT_PEOPLE : LARGE_PEOPLE) ? town : undefined;
    },
  },
  {
    name: 'beside',
    example: 'Bregenz am Bodensee',
    read: (words, around, reader) => {
      const name = words.join(' ');
      const full = SHORT_BESIDE.reduce((each, [short, long]) => each.replace(short, long), name);
      const named = full === name ? undefined : chooseTown(full.split(' '), around, reader);
      if (named) return named;
      const rest = full.replace(BESIDE, '').split(' ');
      const town = rest.length < words.length ? chooseTown(rest, around, reader) : undefined;
      return town?.own ? town : undefined;
    },
  },
  {
    name: 'after-a-quarter',
    example: '35210 Konak İzmir',
    read: (words, around, reader, before) => {
      if (before.length < POSTCODE_DIGITS || words.length < 2) return undefined;
      const town = chooseTown(words.slice(-1), around, reader);
      return town?.own && town.people >= LARGE_PEOPLE && !reader.hasForeignPostcode(town.country)
        ? town
        : undefined;
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

// A street's name can end with that of a small town: `Avenida Presidente Vargas`.
const AFTER_STREET_PEOPLE = 15_000;
const MAX_TOWN_WORDS = 3;
const POSTCODE_DIGITS = 4;

/**
 * The town after the name of a street, without the word for street: `rivoli paris`, but not the name itself, as in `Rue de Paris`. It
 * is large, or of some size within the areas that the text names. After a postcode it can come first: `6020 Innsbruck Maria-Theresien-Straße`.
 */
function townOfStreet(
  name: Words,
  around: readonly Reading[],
  reader: NameReader,
  number: string,
): NamedPlace | undefined {
  for (let end = MAX_TOWN_WORDS; number.length >= POSTCODE_DIGITS && end > 0; end -= 1) {
    const town = end < name.length ? chooseTown(name.slice(0, end), around, reader) : undefined;
    if (town?.own && !town.section && town.people >= AFTER_STREET_PEOPLE) return town;
  }
  // `19th Avenue Anchorage AK`
  const numbered =
    number !== '' && number.length < POSTCODE_DIGITS ? nameAndAreas(name, around, reader) : undefined;
  if (numbered && !numbered.section && numbered.people >= AFTER_STREET_PEOPLE) return numbered;
  for (let start = Math.max(1, name.length - MAX_TOWN_WORDS); start < name.length; start += 1) {
    if (name.slice(0, start).every((word) => LINKS.has(word))) continue;
    const words = name.slice(start);
    const town = chooseTown(words, around, reader) ?? nameAndAreas(words, around, reader);
    if (!town || town.section) continue;
    if (town.people >= (around.length > 0 ? AFTER_STREET_PEOPLE : LARGE_PEOPLE)) return town;
  }
  return undefined;
}

const LINKS = new Set('de la le les du des d l della del dei da do dos das di san santa st ste'.split(' '));

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
