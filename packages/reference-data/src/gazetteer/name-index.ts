import { withoutKind } from './area-kinds.js';
import { countriesWithLetters, countriesWithPostcode, spanishProvince } from './postcode-lengths.js';
import { spellings } from './spellings.js';

/** A country, region or county with the requested name. The numbers of areas say where it lies; 0 means none. */
export interface NamedArea {
  readonly id: number;
  readonly country: number;
  readonly region: number;
  /** People in its listed places. */
  readonly people: number;
  /** 1 if the name is an abbreviation, 2 if it is a country's name in a foreign language, otherwise 0. */
  readonly code: number;
}

/** A listed place with the requested name. */
export interface NamedPlace {
  readonly id: number;
  readonly country: number;
  readonly region: number;
  readonly county: number;
  /** 2 for the capital of a country, 1 for that of a region, otherwise 0. */
  readonly seat: number;
  /** 1 for a part of a town. */
  readonly section: number;
  readonly people: number;
  /** 1 if it is the place's own name. */
  readonly own: number;
  /** The people; a tenth of them for another name or a part of a town. */
  readonly weight: number;
}

/** The areas and places with a folded name. */
export interface NameIndex {
  areasNamed(name: string): readonly NamedArea[];
  /** The highest weight first. */
  placesNamed(name: string): readonly NamedPlace[];
  /** The towns of so many people with one of the names. */
  largeTownsNamed(names: readonly string[], people: number): readonly NamedPlace[];
  /** Names that begin with a text and are like an SQL pattern, of places with a weight of at least 5,000, the highest weight first. */
  namesLike(start: string, pattern: string): readonly string[];
  /** The ISO 3166-1 code of two letters of the country with this number. */
  countryCode(id: number): string;
}

/** The areas that a text can name; a place must lie in one of them. */
export type Reading = readonly NamedArea[];
/** Folded words. */
export type Words = readonly string[];

/** An area's `code`: that of `CA` for California, and of `França` for France. */
export const ABBREVIATION = 1;
export const FOREIGN_NAME = 2;

/** A town with this many people comes before everything else with its name. */
export const LARGE_PEOPLE = 100_000;
/** So large a town is meant also where little else says so. */
export const VERY_LARGE_PEOPLE = 500_000;
const VILLAGE_PEOPLE = 5_000;
// Real addresses need at most 20 reads; a text that needs more than this is not found.
const MAX_READS = 64;
const SIDES = new Map([
  ['n', 'north'],
  ['s', 'south'],
  ['e', 'east'],
  ['w', 'west'],
]);
const ARABIC = new Set('AE BH DZ EG IQ JO KW LB LY MA OM PS QA SA SD SY TN YE'.split(' '));
const CYRILLIC = new Set('BG BY KG KZ MD MK RS RU TJ UA UZ'.split(' '));
const POSTCODE_FIRST = /(?:^|[\n,;–-])\s*(\d{5})\s+\p{L}/gu;
const MAX_WORDS = 8;
// Each reads all names that begin with a letter.
const MAX_WRITTEN_OUT = 3;
const LINKS = '(?: (?:de|do|da|dos|das|del|di|la|las|los|el))* ';

/** The form of words that a short one can stand for: one word, or two if it has their initials. */
function longerForm(word: string): string {
  const between = word.length === 2 ? '[\\p{L} ]*' : '\\p{L}*';
  return `${[...word].join(between)}\\p{L}*`;
}

/** Reads the names of one text from an index, each once, and only a limited number. */
export class NameReader {
  readonly #index: NameIndex;
  /** The digits of the number in the text that can be a postcode, or empty. */
  readonly postcode: string;
  /** Whether the text has a postcode with letters, which few countries have. */
  readonly hasLetters: boolean;
  readonly #isPostcodeFirst: boolean;
  readonly #countries: ReadonlySet<string>;
  #written = 0;
  readonly #areas = new Map<string, Reading>();
  readonly #places = new Map<string, readonly NamedPlace[]>();

  constructor(index: NameIndex, postcode = '', address = '') {
    this.#index = index;
    this.postcode = postcode;
    this.#isPostcodeFirst =
      postcode !== '' && [...address.matchAll(POSTCODE_FIRST)].some(([, digits]) => digits === postcode);
    const lettered = countriesWithLetters(address);
    this.hasLetters = lettered.size > 0;
    this.#countries = this.hasLetters ? lettered : countriesWithPostcode(postcode, address);
  }

  /** Whether the text has a postcode of another form than those of the country. */
  hasForeignPostcode(country: number): boolean {
    return this.#countries.size > 0 && !this.#countries.has(this.#index.countryCode(country));
  }

  /** Whether the text has a postcode before a name, where the country of a place does not write it: `84100 Orange` is not in California. */
  isPostcodeBefore({ country }: { country: number }): boolean {
    return this.#isPostcodeFirst && this.#index.countryCode(country) === 'US';
  }

  /** Whether a place lies in the Spanish province that the postcode in the text is of. */
  isInSpanishProvince(place: NamedPlace): boolean {
    if (this.#index.countryCode(place.country) !== 'ES') return false;
    const province = spanishProvince(this.postcode);
    return province.length > 0 && this.areasNamed(province).some((area) => liesIn(place, area));
  }

  /** Whether digits can be a postcode of the country of a place. */
  isPostcodeOf(place: NamedPlace | undefined, digits: string): boolean {
    return place !== undefined && countriesWithPostcode(digits).has(this.#index.countryCode(place.country));
  }

  /** Whether a place is small, and the text has a postcode of another form than those of its country. */
  isVillageAbroad({ people, country }: NamedPlace): boolean {
    return people < VILLAGE_PEOPLE && this.hasForeignPostcode(country);
  }

  /** Whether addresses of a country are often transliterated from Cyrillic. */
  writesCyrillic(country: number): boolean {
    return CYRILLIC.has(this.#index.countryCode(country));
  }

  /** Whether names in a country have Arabic articles, which are often left out. */
  writesArabic(country: number): boolean {
    return ARABIC.has(this.#index.countryCode(country));
  }

  /** Whether the text needs more reads than a real address. */
  get isExhausted(): boolean {
    return this.#areas.size + this.#places.size >= MAX_READS;
  }

  /** The areas with exactly this name: `the netherlands`. */
  areasNamed(words: Words): Reading {
    const name = words[0] === 'the' ? words.slice(1) : words;
    return this.#read(this.#areas, name.join(' '), (each) => this.#index.areasNamed(each));
  }

  /** If no area has exactly the name, also areas with the name without `republic of`, `oblast` and similar words. */
  areas(words: Words): Reading {
    const exact = this.areasNamed(words);
    if (exact.length > 0 || words.length < 2 || this.places(words).length > 0) return exact;
    // `W. Yorkshire`
    const [first = '', ...rest] = words;
    const side = SIDES.get(first);
    const whole = side === undefined ? [] : this.areasNamed([side, ...rest]);
    if (whole.length > 0) return whole;
    return withoutKind(words.join(' ')).flatMap((name) => this.areasNamed(name.split(' ')));
  }

  /** Towns large by their own name first, then by weight. */
  places(words: Words): readonly NamedPlace[] {
    return this.#read(this.#places, words.join(' '), (name) =>
      [...this.#index.placesNamed(name)].sort(
        (one, other) => Number(isForemost(other)) - Number(isForemost(one)) || other.weight - one.weight,
      ),
    );
  }

  /**
   * The towns that a name that is none, or only of a village whose country has other postcodes, can mean if a letter of it is wrong: large by
   * their own name, or very large. The first letter is right.
   */
  mistyped(words: Words, least: number = LARGE_PEOPLE): readonly NamedPlace[] {
    const name = words.join(' ');
    if (this.isExhausted || this.areasNamed(words).some(({ country }) => !this.hasForeignPostcode(country)))
      return [];
    const isTown = (place: NamedPlace) => place.own === 1 || place.people >= VILLAGE_PEOPLE;
    if (this.places(words).some((place) => isTown(place) && !this.isVillageAbroad(place))) return [];
    const towns = this.#index.largeTownsNamed(spellings(name), least);
    return towns.filter(({ own, section, people }) => !section && (own || people >= VERY_LARGE_PEOPLE));
  }

  /**
   * The names of towns that words are short for, those of the largest first: `punta del este` for `pta del este`. Letters are left out of the
   * short words, and words that only link others can be missing.
   */
  writtenOut(words: Words, short: ReadonlySet<string>): readonly Words[] {
    const first = words[0] ?? '';
    if (this.#written >= MAX_WRITTEN_OUT || this.isExhausted) return [];
    this.#written += 1;
    const start = short.has(first) ? first.slice(0, 1) : `${first} `;
    const pattern = words.map((word) => (short.has(word) ? `${word.slice(0, 1)}%` : word)).join('% ');
    const form = new RegExp(
      `^${words.map((word) => (short.has(word) ? longerForm(word) : word)).join(LINKS)}$`,
      'u',
    );
    return this.#index
      .namesLike(start, pattern)
      .filter((name) => form.test(name))
      .map((name) => name.split(' '));
  }

  /** The names of one word that begin with a word, those of the largest places first: `hyderabad` for `hyd`. */
  begunWith(word: string): readonly string[] {
    if (this.isExhausted) return [];
    return this.#index.namesLike(word, `${word}%`).filter((name) => name !== word && !name.includes(' '));
  }

  /** Readings of words that only name areas, or `undefined`: `NY`, `Ontario Canada`. */
  areasIn(words: Words): readonly Reading[] | undefined {
    if (words.length > MAX_WORDS) return undefined;
    const whole = this.areas(words);
    if (whole.length > 0) return [whole];
    for (let start = 1; start < words.length; start += 1) {
      const last = this.areas(words.slice(start));
      const others = last.length > 0 ? this.areasIn(words.slice(0, start)) : undefined;
      // `Northern` and `Territory Australia` are of different countries.
      if (others && agreeing(last, others).length > 0) return [last, ...others];
    }
    return undefined;
  }

  #read<Row>(known: Map<string, readonly Row[]>, name: string, read: (name: string) => readonly Row[]) {
    const rows = known.get(name);
    if (rows) return rows;
    if (name === '' || this.isExhausted) return [];
    const found = read(name);
    known.set(name, found);
    return found;
  }
}

/** The own name of a capital, or of a large town: `Dili` does not mean Delhi, `Pueblo` does not mean Puebla. */
function isForemost({ own, section, seat, people }: NamedPlace): boolean {
  return own === 1 && section === 0 && (people >= LARGE_PEOPLE || seat === 2);
}

/** Whether a place, or an area, lies in an area or is it. */
export function liesIn(
  inner: { id: number; country: number; region: number; county?: number },
  area: NamedArea,
): boolean {
  // Numbers of places and of areas are independent.
  const itself = inner.county ?? inner.id;
  return itself === area.id || inner.region === area.id || inner.country === area.id;
}

/** Whether the name is that of a quarter of a large town, which says too little without a country or a region: `Polanco`. */
export function isQuarterOnly({ people, weight }: NamedPlace): boolean {
  return weight === 1 && people >= LARGE_PEOPLE;
}

/** Whether two places lie in the same region, or in the same country without one. */
export function liesNear(one: NamedPlace, other: NamedPlace): boolean {
  return one.country === other.country && one.region === other.region;
}

/** The areas of a reading that lie within, or around, one of each of the others: an `LA` for a part of the US. */
export function agreeing(reading: Reading, others: readonly Reading[]): Reading {
  return reading.filter((area) =>
    others.every((other) => other.some((each) => liesIn(area, each) || liesIn(each, area))),
  );
}

/** Whether an area is a country. */
export function isCountry({ id, country }: NamedArea): boolean {
  return id === country;
}

/** Whether an area is neither a country nor a region. */
export function isCounty({ id, country, region }: NamedArea): boolean {
  return id !== country && id !== region;
}
