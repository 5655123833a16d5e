import { withoutKind } from './area-kinds.js';
import { countriesWithLetters, countriesWithPostcode } from './postcode-lengths.js';
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
  /** The towns of 100,000 people with one of the names. */
  largeTownsNamed(names: readonly string[]): readonly NamedPlace[];
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
const VERY_LARGE_PEOPLE = 500_000;
// Real addresses need at most 20 reads; a text that needs more than this is not found.
const MAX_READS = 64;
const SIDES = new Map([
  ['n', 'north'],
  ['s', 'south'],
  ['e', 'east'],
  ['w', 'west'],
]);
const CYRILLIC = new Set('BG BY KG KZ MD MK RS RU TJ UA UZ'.split(' '));
const MAX_WORDS = 8;

/** Reads the names of one text from an index, each once, and only a limited number. */
export class NameReader {
  readonly #index: NameIndex;
  /** The digits of the number in the text that can be a postcode, or empty. */
  readonly postcode: string;
  /** Whether the text has a postcode with letters, which few countries have. */
  readonly hasLetters: boolean;
  readonly #countries: ReadonlySet<string>;
  readonly #areas = new Map<string, Reading>();
  readonly #places = new Map<string, readonly NamedPlace[]>();

  constructor(index: NameIndex, postcode = '', address = '') {
    this.#index = index;
    this.postcode = postcode;
    const lettered = countriesWithLetters(address);
    this.hasLetters = lettered.size > 0;
    this.#countries = this.hasLetters ? lettered : countriesWithPostcode(postcode);
  }

  /** Whether the text has a postcode of another form than those of the country. */
  hasForeignPostcode(country: number): boolean {
    return this.#countries.size > 0 && !this.#countries.has(this.#index.countryCode(country));
  }

  /** Whether addresses of a country are often transliterated from Cyrillic. */
  writesCyrillic(country: number): boolean {
    return CYRILLIC.has(this.#index.countryCode(country));
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
   * The towns that a name that is none can mean, if a letter of it is wrong: large by their own name, or very large. The first letter is
   * right.
   */
  mistyped(words: Words): readonly NamedPlace[] {
    const name = words.join(' ');
    if (this.isExhausted || this.areasNamed(words).length > 0 || this.places(words).length > 0) return [];
    const towns = this.#index.largeTownsNamed(spellings(name));
    return towns.filter(({ own, section, people }) => !section && (own || people >= VERY_LARGE_PEOPLE));
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
