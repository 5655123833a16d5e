import { NO_PLACE_WORDS } from '@ops-admin/core/adapter';
import { AIRPORT, airportNames } from './airport-words.js';
import { chooseTown } from './choose-town.js';
import { eastAsianTown } from './east-asian-town.js';
import { first } from './first.js';
import {
  ABBREVIATION,
  isCounty,
  LARGE_PEOPLE,
  liesIn,
  liesNear,
  type NamedPlace,
  type NameReader,
  type Reading,
  VERY_LARGE_PEOPLE,
  type Words,
} from './name-index.js';
import { markedPart } from './part-words.js';
import { afterStreets } from './street-words.js';

/** A way in which words name a town that lies in every reading around it. */
export interface TownReading {
  readonly name: string;
  readonly example: string;
  /** `before` has the digits of the number before the words. */
  read(words: Words, around: readonly Reading[], reader: NameReader, before: string): NamedPlace | undefined;
}

/** The way of the very name of a town. */
export const PLAIN_READING = 'name';

const MAX_WORDS = 8;
// A town has this many times the people of its quarters.
const QUARTERS = 5;
// Words before a town's name that are not only those of an address.
const TOWN_WORDS =
  /^(?:town|city|greater|downtown|central|metropolitan|freie (?:und )?hansestadt|cercado de|centro de) (?=.)/u;
// The same in the Latin letters of countries that write Cyrillic: `m. Kyiv`, `g. Moskva`. Elsewhere such a letter is of a person's name.
const CYRILLIC_TOWN_WORDS = /^(?:g|gor|gr|m|s|smt|pgt|pos|der) (?=.)/u;
const ARABIC_ARTICLE = /^(?:al|el|as|ash|ad|an|ar|at|az) (?=.)/u;
const OF = /^of /;
// Words after it: `København K`, `Nagoya-shi`, `Budapest V`.
const DISTRICT =
  / (?:(?:city|town) )?(?:[a-z]{1,2}|[ivx]{1,5}(?: kerulet)?|city|town|shi|si|kommune|kommun|municipality|cantt|cantonment|(?:metro|metropolitan|bay)?(?: ?area)|metro|region|کینٹ|छावनी|(?:(?:north|south|east|west) )?(?:railway |train |central |main |bus )?station|centrale|termini|tiburtina|atocha|chamartin|euston|paddington|st pancras|piccadilly|new street|temple meads|waverley|centralna|glowny|glowna|hl n|hlavni nadrazi|keleti|nyugati|hbf|hauptbahnhof|bahnhof|sentral|harbou?r|port|plant|depot|warehouse|central|centro|centre|center|cbd|mesto|selatan|utara|barat|timur|pusat|office|branch|hq|campus|العاصمة)$/;
// `Bologna Centrale railway station`
const STATION = /(?<= (?:centrale|termini|central|hbf|hauptbahnhof)) (?:railway |train )?station$/;
const DISTRICT_PEOPLE = 50_000;
// What is beside a town: `Bregenz am Bodensee`.
const BESIDE =
  / (?:am|an der|an d|a d|ob der|o d|od|odt|im|in der|in|i|bei|b|vor der|v d|sur|sous|upon|nad|pod)(?: .*)?$/;
// Words before a large town's: `Messe Frankfurt`.
const VENUE =
  /^(?:messe|fiera|feria|expo|hauptbahnhof|hbf|bahnhof|gare|estacion|estacao|stazione|dc|plant|depot|warehouse|factory|werk|site|hub|lager|port|hafen|universitat|universite|universidade?|universita|university|eth|tu|fh|klinikum|krankenhaus|chu|hospital|hopital|ospedale|rathaus|stadion|arena|filiale?|niederlassung|succursale|agence|sucursal|oddzial|филиал|завод|склад|офис|office|head office|branch office|remote|hq|campus|based|located|onsite|on site|working|north|south|east|west|inner)(?: (?:of|at|in|from|de|di|da|do|du|des))? (?=.)/u;
// After a landmark in Hindi: `के पास`, near.
const NEAR = new Set('पास सामने निकट पीछे समीप'.split(' '));
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

const POSTAL_DISTRICT: TownReading = {
  name: 'postal-district',
  example: 'København K',
  read: (words, around, reader) => {
    const rest = words.join(' ').replace(STATION, '').replace(DISTRICT, '').replace(VENUE, '').split(' ');
    const town = rest.length < words.length ? chooseTown(rest, around, reader) : undefined;
    // `Changhua City, Changhua County`
    const isSeat =
      town &&
      around.length > 0 &&
      reader.areasNamed(rest).some((area) => isCounty(area) && liesIn(town, area));
    if (isOfSize(town, around, reader) || isSeat) return town;
    // `Gare de Lyon Part-Dieu`, `आगरा ताजमहल के पास`
    const isBefore = VENUE.test(words.join(' ')) || NEAR.has(words.at(-1) ?? '');
    const ends = isBefore ? rest.map((_, at) => rest.length - at - 1).filter((end) => end > 0) : [];
    return first(ends, (end) => HYPHEN_READING.read(rest.slice(0, end), around, reader, ''));
  },
};

const AIRPORT_READING: TownReading = {
  name: 'airport-by-name',
  example: 'Aeropuerto de Barajas',
  read: (words, around, reader) => {
    const names = airportNames(words);
    const named = first(names, (name) => chooseTown([...name, AIRPORT], around, reader));
    const [whole] = names;
    if (named) return named;
    if (!whole) return townBeforeAirport(words, around, reader);
    const town = chooseTown(whole, around, reader);
    if (isOfSize(town, around, reader)) return town;
    // `Flughafen Wien-Schwechat`
    const ends = names.filter((name) => name[0] === whole[0] || name.at(-1) === whole.at(-1));
    return first(ends, (name) => {
      const large = NO_PLACE_WORDS.has(name.join(' '))
        ? undefined
        : HYPHEN_READING.read(name, around, reader, '');
      return large && (large.own || large.people >= VERY_LARGE_PEOPLE) ? large : undefined;
    });
  },
};

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
  read: (words, around, reader, after) => {
    const code = words.slice(-1);
    const name = words.slice(0, -1);
    const named = chooseTown(name, around, reader) ?? AIRPORT_READING.read(name, around, reader, '');
    // `BCN` is Baja California, too.
    const served = chooseTown([...code, AIRPORT], around, reader);
    const isServed =
      served !== undefined &&
      (named?.id === served.id ||
        beginsWith(name, served, around, reader) ||
        // `Roissy CDG`
        chooseTown([...name, AIRPORT], around, reader)?.id === served.id);
    if (isServed) return served;
    if (reader.areasNamed(code).length > 0) return undefined;
    // A postcode: `Sliema SLM 1601`
    if (after.length === POSTCODE_DIGITS && (named?.own || named?.seat === 2)) return named;
    if (reader.places(code).length > 0) return undefined;
    return HYPHEN_READING.read(name, around, reader, '');
  },
};

/** How a name names a town whose words it shortens. */
export const SHORTENED_READING: TownReading = {
  name: 'shortened',
  example: 'Н. Новгород',
  read: (full, around, reader) => {
    const town = chooseTown(full, around, reader) ?? nameAndAreas(full, around, reader);
    return town?.own || (town && town.people >= LARGE_PEOPLE) ? town : undefined;
  },
};

/** How a street names a town, if no other part does. */
export const STREET_READING: TownReading = {
  name: 'with-its-street',
  example: '12 Rue de Rivoli Paris',
  read: (name, around, reader, before) => townOfStreet(name, around, reader, before),
};

/** How a postcode and the first words name a town before its street, if no other part does. */
export const FIRST_WORDS_READING: TownReading = {
  name: 'first-words',
  example: '6722 Szeged Petőfi S. sgt.',
  read: (words, around, reader, before) => townAtStart(words, around, reader, before),
};

// Slavic streets have adjectives and genitives for their names: `piotrkowska`, `большая покровская`, `баумана`
const SLAVIC_STREET = /(?:ska|cka|owa|ego|iej|[а-я](?:а|я|ого|ы))$/;

/** How the first words of an address in small letters, without commas, name a large town before its street, if nothing else names one. */
export const LOWER_CASE_READING: TownReading = {
  name: 'small-letters',
  example: 'lodz piotrkowska 104',
  read: (words, around, reader) => {
    for (let end = Math.min(MAX_TOWN_WORDS, words.length - 1); end > 0; end -= 1) {
      const isStreetAfter =
        markedPart(words.slice(end), true)?.part === 'street' || SLAVIC_STREET.test(words.at(-1) ?? '');
      const town = isStreetAfter ? chooseTown(words.slice(0, end), around, reader) : undefined;
      if (town && !town.section && town.people >= (town.own ? LARGE_PEOPLE : VERY_LARGE_PEOPLE)) return town;
    }
    return undefined;
  },
};

/** Instead of a postcode next to a name: a word says as much. */
export const ONLY_A_WORD = '00000';

/** How a name with one letter too few, too many, or in the wrong place, names a large town, if nothing else names one. */
export const MISTYPED_READING: TownReading = {
  name: 'mistyped',
  example: '20095 Hambrug',
  read: (text, around, reader, number) => {
    const bare = text.join(' ').replace(VENUE, '').split(' ');
    // `Hbf Leipzg`
    if (bare.length < text.length) return MISTYPED_READING.read(bare, around, reader, ONLY_A_WORD);
    const words = text;
    for (let end = words.length; end > 0; end -= 1) {
      const areas = end < words.length ? reader.areasIn(words.slice(end)) : [];
      const within = [...around, ...(areas ?? [])];
      if (!areas || (number.length < POSTCODE_DIGITS && !reader.hasLetters && within.length === 0)) continue;
      const isSure = number.length >= POSTCODE_DIGITS && number !== ONLY_A_WORD && within.length > 0;
      const towns = reader
        .mistyped(words.slice(0, end), isSure ? AFTER_STREET_PEOPLE : LARGE_PEOPLE)
        .filter((town) => within.every((reading) => reading.some((area) => liesIn(town, area))))
        .filter(({ country }) => within.length > 0 || !reader.hasForeignPostcode(country));
      const [town] = towns;
      if (town && towns.every(({ id }) => id === town.id)) return town;
    }
    return undefined;
  },
};

/** How the last words of an address without commas name a large town, if no other part does. */
export const LAST_WORDS_READING: TownReading = {
  name: 'last-words',
  example: '18 Hazratganj Lucknow UP',
  read: (words, around, reader, number) => townAtEnd(words, around, reader, number),
};

const AIRPORT_WORDS = new Set(['terminal', 'cargo', 'international']);

/** How a code of an airport names its town next to a postcode or before an area, if no other part does. */
export const POSTCODE_READING: TownReading = {
  name: 'code-after-a-postcode',
  example: '08019 BCN',
  read: ([code = '', ...others], around, reader, number) => {
    if (code.length !== 3) return undefined;
    const isAirport = others.some((word) => AIRPORT_WORDS.has(word));
    if (number.length < POSTCODE_DIGITS && around.length === 0 && !isAirport) return undefined;
    const town = chooseTown([code, AIRPORT], around, reader);
    return town && !reader.hasForeignPostcode(town.country) ? town : undefined;
  },
};

/** The ways, in the order of trying. */
export const TOWN_READINGS: readonly TownReading[] = [
  {
    name: 'town-and-quarter',
    example: 'Berlin Mitte',
    read: (words, around, reader) => townBeforeQuarter(words, around, reader),
  },
  {
    name: PLAIN_READING,
    example: 'New York',
    read: (words, around, reader, before) =>
      chooseTown(words, around, reader) ?? townWithPostcode(words, around, reader, before),
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
      const name = words.join(' ');
      const short = name.replace(CYRILLIC_TOWN_WORDS, '');
      const cyrillic = short === name ? undefined : chooseTown(short.split(' '), around, reader);
      if (cyrillic && reader.writesCyrillic(cyrillic.country)) return cyrillic;
      // `Al-Fahaheel, Kuwait`
      const bare = around.length > 0 ? name.replace(ARABIC_ARTICLE, '') : name;
      const arabic = bare === name ? undefined : chooseTown(bare.split(' '), around, reader);
      if (arabic && reader.writesArabic(arabic.country)) return arabic;
      const rest = name.replace(TOWN_WORDS, '');
      if (rest === name) return undefined;
      return (
        chooseTown(rest.split(' '), around, reader) ??
        (OF.test(rest) ? chooseTown(rest.replace(OF, '').split(' '), around, reader) : undefined)
      );
    },
  },
  POSTAL_DISTRICT,
  {
    name: 'beside',
    example: 'Bregenz am Bodensee',
    read: (words, around, reader) => {
      const rest = (withBeside(words) ?? words).join(' ').replace(BESIDE, '').split(' ');
      const town = rest.length < words.length ? chooseTown(rest, around, reader) : undefined;
      return town?.own || (town && around.length > 0 && town.people >= LARGE_PEOPLE) ? town : undefined;
    },
  },
  AIRPORT_READING,
  {
    name: 'large-to-small-characters',
    example: '大阪府大阪市北区',
    read: (words, around, reader) => eastAsianTown(words, around, reader),
  },
];

/** The ways that are only tried where the parts of an address allow them. */
export const OTHER_READINGS: readonly TownReading[] = [
  SHORTENED_READING,
  STREET_READING,
  CODE_READING,
  HYPHEN_READING,
  POSTCODE_READING,
  FIRST_WORDS_READING,
  LAST_WORDS_READING,
  LOWER_CASE_READING,
  MISTYPED_READING,
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

/** `65302 Καβάλα`: a postcode is before a town and not before the much larger region of that name around it. */
function townWithPostcode(
  words: Words,
  around: readonly Reading[],
  reader: NameReader,
  before: string,
): NamedPlace | undefined {
  if (before.length < POSTCODE_DIGITS || before !== reader.postcode) return undefined;
  const areas = reader.areasNamed(words);
  return reader
    .places(words)
    .find(
      (place) =>
        place.people >= AFTER_STREET_PEOPLE &&
        !reader.hasForeignPostcode(place.country) &&
        [...around, areas].every((reading) => reading.some((area) => liesIn(place, area))),
    );
}

/** `paris tx`, but not `New Mexico`, which is not a town `New` in Mexico. */
export function nameAndAreas(
  words: Words,
  around: readonly Reading[],
  reader: NameReader,
): NamedPlace | undefined {
  if (words.length > MAX_WORDS || reader.areasNamed(words).some(({ code }) => code !== ABBREVIATION))
    return undefined;
  for (let end = words.length - 1; end > 0; end -= 1) {
    const areas = reader.areasIn(words.slice(end));
    const town = areas && chooseTown(words.slice(0, end), [...around, ...areas], reader);
    // `osmangazi bursa turkey`: Bursa is also the region around.
    if (town?.section) return townAround(town, words.slice(end), around, reader) ?? town;
    if (town) return town;
  }
  return undefined;
}

/** The town that words name before areas, or alone, if a part of a town is near it. */
function townAround(
  quarter: NamedPlace,
  words: Words,
  around: readonly Reading[],
  reader: NameReader,
): NamedPlace | undefined {
  const town = chooseTown(words, around, reader) ?? nameAndAreas(words, around, reader);
  return town?.own && !town.section && liesNear(town, quarter) ? town : undefined;
}

function townAtStart(
  words: Words,
  around: readonly Reading[],
  reader: NameReader,
  number: string,
): NamedPlace | undefined {
  // `9331 Edison Road Lithia FL 33547` begins with the number of a house.
  const isPostcode = number.length >= POSTCODE_DIGITS && ['', number].includes(reader.postcode);
  for (let end = MAX_TOWN_WORDS; isPostcode && end > 0; end -= 1) {
    const town = end < words.length ? chooseTown(words.slice(0, end), around, reader) : undefined;
    if (
      town &&
      !town.section &&
      town.people >= (town.own ? AFTER_STREET_PEOPLE : LARGE_PEOPLE) &&
      !reader.hasForeignPostcode(town.country)
    )
      return town;
  }
  return undefined;
}

/**
 * The large town whose own name comes last, or only before areas. Something else must say that the words are an address: a number next to
 * them, another part, or an area.
 */
function townAtEnd(
  words: Words,
  around: readonly Reading[],
  reader: NameReader,
  number: string,
): NamedPlace | undefined {
  const ends = [3, 2, 1].map((count) => words.length - count).filter((end) => end > 1);
  const before = ends.flatMap((end) => {
    const areas = reader.areasIn(words.slice(end));
    return areas ? [{ end, areas }] : [];
  });
  // `Manchester CT` is not the large Manchester.
  const isInArea = before.some(({ areas }) => areas.flat().every(({ code }) => code === ABBREVIATION));
  for (const { end, areas } of isInArea ? before : [...before, { end: words.length, areas: [] }]) {
    const within = [...around, ...areas];
    if (number === '' && within.length === 0) continue;
    for (let start = Math.max(1, end - MAX_TOWN_WORDS); start < end; start += 1) {
      const name = words.slice(start, end);
      // `Maria Santos`
      if (within.length === 0 && words.slice(0, start).every((word) => NO_PLACE_WORDS.has(word))) continue;
      const town = chooseTown(name, within, reader) ?? POSTAL_DISTRICT.read(name, within, reader, '');
      if (!town?.own || town.section) continue;
      const isLarge = town.people >= (areas.length > 0 ? DISTRICT_PEOPLE : LARGE_PEOPLE);
      if (!isLarge || (within.length === 0 && reader.hasForeignPostcode(town.country))) continue;
      // `Warszawa Mokotów`
      const outer = chooseTown(words.slice(0, start), within, reader);
      return outer && liesNear(outer, town) && outer.people > QUARTERS * town.people ? outer : town;
    }
  }
  return undefined;
}

/** `London Gatwick`: a town, and its airport without a word for one. */
function townBeforeAirport(
  words: Words,
  around: readonly Reading[],
  reader: NameReader,
): NamedPlace | undefined {
  const town = words.length > 1 ? chooseTown([...words, AIRPORT], around, reader) : undefined;
  return town && beginsWith(words, town, around, reader) ? town : undefined;
}

/** Whether the first of the words name a town: `Toronto Pearson`. */
function beginsWith(
  words: Words,
  { id }: NamedPlace,
  around: readonly Reading[],
  reader: NameReader,
): boolean {
  return words.some((_, end) => end > 0 && chooseTown(words.slice(0, end), around, reader)?.id === id);
}

/** Whether a town is large enough to be meant by a part of a name; beside its area or a postcode of its country it can be smaller. */
function isOfSize(town: NamedPlace | undefined, around: readonly Reading[], reader: NameReader): boolean {
  if (town === undefined || town.seat === 2) return town !== undefined;
  const isBesideMore = around.length > 0 || (reader.hasLetters && !reader.hasForeignPostcode(town.country));
  const least = isBesideMore ? AFTER_STREET_PEOPLE : DISTRICT_PEOPLE;
  return town.people >= (town.own || isBesideMore ? least : LARGE_PEOPLE);
}

/** The words with what is beside a town written out: `rothenburg ob der tauber`. */
export function withBeside(words: Words): Words | undefined {
  const name = words.join(' ');
  const full = SHORT_BESIDE.reduce((each, [short, long]) => each.replace(short, long), name);
  return full === name ? undefined : full.split(' ');
}

// A street's name can end with that of a small town: `Avenida Presidente Vargas`.
const AFTER_STREET_PEOPLE = 15_000;
const MAX_TOWN_WORDS = 3;
const POSTCODE_DIGITS = 4;

/**
 * The town after the name of a street, without the word for street: `rivoli paris`, but not the name itself, as in `Rue de Paris`. It
 * is large, or of some size within the areas that the text names.
 */
function townOfStreet(
  name: Words,
  around: readonly Reading[],
  reader: NameReader,
  number: string,
): NamedPlace | undefined {
  const town = townAtStart(name, around, reader, number);
  if (town) return town;
  // `19th Avenue Anchorage AK`
  const numbered =
    number !== '' && number !== reader.postcode ? nameAndAreas(name, around, reader) : undefined;
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
