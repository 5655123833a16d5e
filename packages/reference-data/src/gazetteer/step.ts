import { withoutKind } from './area-kinds.js';
import { chooseTown } from './choose-town.js';
import {
  ABBREVIATION,
  agreeing,
  isCountry,
  isCounty,
  isQuarterOnly,
  liesIn,
  type NamedPlace,
  type NameReader,
  type Reading,
  VERY_LARGE_PEOPLE,
  type Words,
} from './name-index.js';
import type { AddressRun, PartKind } from './split-address.js';
import {
  CODE_READING,
  FIRST_WORDS_READING,
  HYPHEN_READING,
  LAST_WORDS_READING,
  LOWER_CASE_READING,
  MISTYPED_READING,
  ONLY_A_WORD,
  POSTCODE_READING,
  SHORTENED_READING,
  STREET_READING,
  TOWN_READINGS,
  type TownReading,
} from './town-readings.js';

/** A town that was found further right, with the areas of the same name. */
export interface TownSoFar {
  /** Which run of the address names it; 0 is the leftmost. */
  readonly at: number;
  readonly place: NamedPlace;
  readonly areas: readonly Reading[];
  /** The digits of the number before its words, or empty. */
  readonly before: string;
}

/** What is known when the rules read some words of an address. */
export interface Step {
  /** What the words are by the conventions of addresses. */
  readonly part: PartKind;
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
}

/** What is known before some words are read. */
export interface Known {
  /** The areas and the town that were found further right. */
  readonly around: readonly Reading[];
  readonly best: TownSoFar | undefined;
  /** A country or region at the very left. */
  readonly lead: Reading;
  /** Whether streets and parts of towns are searched for a town, because nothing else names one. */
  readonly isLoose: boolean;
  readonly reader: NameReader;
}

/** Reads what words name, given what is known. */
export function readStep(run: AddressRun, at: number, { around, best, lead, isLoose, reader }: Known): Step {
  const { part, words, name, before, after } = run;
  const first = at > 0 && agreeing(lead, around).length > 0 ? lead : [];
  const read = (within: readonly Reading[]) => readTown(run, within, isLoose, best !== undefined, reader);
  const { town, reading } = (first.length > 0 && read([...around, first])) ||
    (!first.some(isCountry) && read(around)) || { town: undefined, reading: '' };
  return {
    part,
    words,
    before,
    after,
    at,
    around,
    best,
    // `BCN` is Baja California, too.
    areas: reading === POSTCODE_READING.name ? undefined : areasOf(run, around, reader),
    town,
    reading,
    elsewhere:
      town || part !== 'name'
        ? undefined
        : reader.places(name).find((place) => place.section === 0 && !isQuarterOnly(place)),
  };
}

function areasOf(
  { part, words, name, isAirport }: AddressRun,
  around: readonly Reading[],
  reader: NameReader,
): readonly Reading[] | undefined {
  if (isAirport || part === 'unit' || part === 'contact' || part === 'street') return undefined;
  return (
    readAreas(words, around, reader) ?? (part === 'region' ? readAreas(name, around, reader) : undefined)
  );
}

/**
 * `Germany, Berlin`: a country or a region that comes first, unless a town has that name. The place must lie in the country,
 * and lies in the region if possible.
 */
export function readLead({ part, words, before, after }: AddressRun, reader: NameReader): Reading {
  if (before !== '' || after !== '' || (part !== 'name' && part !== 'region')) return [];
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
  { part, words, name, full, before, after, head, code, isCoded, isCode, isInAddress, isLower }: AddressRun,
  around: readonly Reading[],
  isLoose: boolean,
  hasTown: boolean,
  reader: NameReader,
): { town: NamedPlace; reading: string } | undefined {
  if (part === 'unit' || part === 'contact' || part === 'code') return undefined;
  if (part === 'region') return !hasTown ? readCity(words, around, reader) : undefined;
  // A house number follows, or another part of an address.
  const isTownFirst = !hasTown && isLower && before === '' && (after !== '' || isInAddress);
  if (part === 'street') {
    const town = isLoose ? STREET_READING.read(name, around, reader, before) : undefined;
    if (town) return { town, reading: STREET_READING.name };
    const first = isLoose && isTownFirst ? LOWER_CASE_READING.read(words, around, reader, before) : undefined;
    return first && { town: first, reading: LOWER_CASE_READING.name };
  }
  if (part === 'district' && !isLoose) return undefined;
  const short = full && SHORTENED_READING.read(full, around, reader, before);
  if (short) return { town: short, reading: SHORTENED_READING.name };
  for (const each of part === 'town' || part === 'district' ? townNames(words, name, reader) : [words]) {
    const read = readWords(each, around, reader, before);
    const meant =
      read && reader.isVillageAbroad(read.town)
        ? MISTYPED_READING.read(each, around, reader, before || after)
        : undefined;
    if (meant) return { town: meant, reading: MISTYPED_READING.name };
    if (read) return read;
  }
  // `г. Екатеринбруг`
  const mistyped =
    part === 'town' && !hasTown ? MISTYPED_READING.read(name, around, reader, ONLY_A_WORD) : undefined;
  if (mistyped) return { town: mistyped, reading: MISTYPED_READING.name };
  if (part !== 'name') return undefined;
  const others: [applies: boolean, reading: TownReading, words: Words, number: string][] = [
    [isCoded === true, CODE_READING, words, after],
    [code !== undefined, CODE_READING, [...words, code ?? ''], after],
    [head !== undefined && head !== '', HYPHEN_READING, [head ?? ''], before],
    [
      isCode === true && !hasTown && (isLoose || reader.areasNamed(words).length === 0),
      POSTCODE_READING,
      words,
      before || after,
    ],
    [!hasTown, FIRST_WORDS_READING, words, before],
    [!hasTown, LAST_WORDS_READING, words, before || after || (isInAddress ? '0' : '')],
    [isTownFirst === true, LOWER_CASE_READING, words, before],
    [!hasTown && reader.areasIn(words) === undefined, MISTYPED_READING, words, before || after],
  ];
  for (const [applies, each, text, number] of others) {
    const town = applies ? each.read(text, around, reader, number) : undefined;
    if (town) return { town, reading: each.name };
  }
  // `Хабаровк, ул. Муравьёва-Амурского 23`
  const inAddress =
    isInAddress && !hasTown && reader.areasIn(words) === undefined
      ? MISTYPED_READING.read(words, around, reader, ONLY_A_WORD)
      : undefined;
  if (inAddress && inAddress.people >= VERY_LARGE_PEOPLE)
    return { town: inAddress, reading: MISTYPED_READING.name };
  return undefined;
}

// A region with so much of its people in the town of its name is that town: `Cairo Governorate`.
const CITY_SHARE = 0.75;

function readCity(
  words: Words,
  around: readonly Reading[],
  reader: NameReader,
): { town: NamedPlace; reading: string } | undefined {
  for (const area of reader.areas(words)) {
    for (const name of withoutKind(words.join(' '))) {
      const town = chooseTown(name.split(' '), around, reader);
      if (town?.own && liesIn(town, area) && town.people >= CITY_SHARE * area.people)
        return { town, reading: 'name' };
    }
  }
  return undefined;
}

/** `Cidade do Cabo` is a name, and `comune di Roma` is Roma. */
function townNames(words: Words, name: Words, reader: NameReader): Words[] {
  if (reader.places(words).length > 0) return [words];
  // `Commune d'Aix-en-Provence`
  const [first = '', ...rest] = name;
  const elided = /^d[aeiou]/.test(first) ? [[first.slice(1), ...rest]] : [];
  // `Göteborgs Stad`, `Δήμος Θεσσαλονίκης`
  const genitive = /[sσς]$/.test(name.at(-1) ?? '')
    ? [[...name.slice(0, -1), (name.at(-1) ?? '').slice(0, -1)]]
    : [];
  return [name, ...(OF.has(first) ? [rest] : []), ...elided, words, ...genitive];
}

const OF = new Set(['of', 'de', 'di', 'da', 'do', 'del']);

function readWords(
  words: Words,
  around: readonly Reading[],
  reader: NameReader,
  before: string,
): { town: NamedPlace; reading: string } | undefined {
  for (const { name, read } of TOWN_READINGS) {
    const town = read(words, around, reader, before);
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
