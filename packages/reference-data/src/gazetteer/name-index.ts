import type { Location } from '@ops-admin/core';
import type { Statement } from 'better-sqlite3';
import type { ReferenceDatabase } from '../file/open-reference.js';

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
  readonly lat: number;
  readonly long: number;
  /** 2 for the capital of a country, 1 for that of a region, otherwise 0. */
  readonly seat: number;
  /** 1 for a part of a town. */
  readonly section: number;
  readonly people: number;
  /** 1 if it is the place's own name. */
  readonly own: number;
  /** The people; a tenth of them for another name or a part of a town, and 1 for a quarter's name. */
  readonly weight: number;
}

/** An airport with scheduled flights. */
export interface NamedAirport extends Location {
  readonly code: string;
  readonly large: number;
}

/** An area's `code`: that of `CA` for California, and of `França` for France. */
export const ABBREVIATION = 1;
export const FOREIGN_NAME = 2;

// Real addresses need at most 150 reads; the spans of a text beyond this number are unknown.
const MAX_READS = 600;
const PLACE = `place.id, place.country, place.region, place.county, place.lat, place.long, place.seat, place.section,
  place.people, place_name.own, place_name.weight`;

/** The areas and places with a folded name, in an open reference file. */
export class NameIndex {
  readonly #areas: Statement<[name: string], NamedArea>;
  readonly #places: Statement<[name: string], NamedPlace>;
  readonly #spelled: Statement<[names: string], NamedPlace & { readonly name: string }>;
  readonly #airports: Statement<[name: string], NamedAirport>;
  readonly #airport: Statement<[code: string], NamedAirport>;
  readonly #like: Statement<[start: string, end: string, pattern: string], string>;
  readonly #countries: ReadonlyMap<number, string>;
  readonly #given: Statement<[name: string], number>;

  constructor(database: ReferenceDatabase) {
    this.#areas = database.prepare(
      `SELECT area.id, area.country, area.region, area.people, area_name.code
         FROM area_name JOIN area ON area.id = area_name.area
        WHERE area_name.name = ?`,
    );
    this.#places = database.prepare(
      `SELECT ${PLACE} FROM place_name JOIN place ON place.id = place_name.place
        WHERE place_name.name = ?
        ORDER BY place_name.weight DESC, place_name.place`,
    );
    this.#spelled = database.prepare(
      `SELECT ${PLACE}, place_name.name
         FROM json_each(?) AS spelling CROSS JOIN place_name ON place_name.name = spelling.value
         JOIN place ON place.id = place_name.place`,
    );
    const airport =
      'airport.code, airport.city, airport.state, airport.country, airport.lat, airport.long, airport.large';
    this.#airports = database.prepare(
      `SELECT ${airport} FROM airport_name JOIN airport ON airport.code = airport_name.code
        WHERE airport_name.name = ? ORDER BY airport.large DESC, airport.code`,
    );
    this.#airport = database.prepare(`SELECT ${airport} FROM airport WHERE code = ? AND scheduled`);
    this.#like = database
      .prepare(
        `SELECT name FROM place_name WHERE name >= ? AND name < ? AND weight >= 5000 AND name LIKE ?
          GROUP BY name ORDER BY max(weight) DESC`,
      )
      .pluck() as Statement<[start: string, end: string, pattern: string], string>;
    this.#countries = new Map(
      database
        .prepare<[], { id: number; name: string }>('SELECT id, name FROM area WHERE id = country')
        .all()
        .map(({ id, name }) => [id, name]),
    );
    this.#given = database.prepare('SELECT 1 FROM given_name WHERE name = ?');
  }

  /** Starts a text, whose names are read once each. */
  reader(): NameReader {
    const areas = new Map<string, readonly NamedArea[]>();
    const places = new Map<string, readonly NamedPlace[]>();
    const read = <Row>(known: Map<string, readonly Row[]>, name: string, all: (name: string) => Row[]) => {
      const rows = known.get(name);
      if (rows) return rows;
      if (name === '' || areas.size + places.size >= MAX_READS) return [];
      const found = all(name);
      known.set(name, found);
      return found;
    };
    let longer = 0;
    return {
      longer: (words, short) => {
        longer += 1;
        if (longer > MAX_LONGER) return [];
        const [first = ''] = words;
        const start = short.has(first) ? first.slice(0, 1) : `${first} `;
        const pattern = words.map((word) => (short.has(word) ? `${word.slice(0, 1)}%` : word)).join('% ');
        const form = new RegExp(
          `^${words.map((word) => (short.has(word) ? longerForm(word) : word)).join(LINKS)}$`,
          'u',
        );
        return this.#like.all(start, `${start}\u{10FFFF}`, pattern).filter((name) => form.test(name));
      },
      areas: (name) => read(areas, name, (each) => this.#areas.all(each)),
      places: (name) => read(places, name, (each) => this.#places.all(each)),
      airports: (name) => this.#airports.all(name),
      airport: (code) => this.#airport.get(code),
      spelled: (names) => this.#spelled.all(JSON.stringify(names)),
      isGivenName: (word) => this.#given.get(word) !== undefined,
      countryCode: (id) => this.#countries.get(id) ?? '',
    };
  }
}

// Each reads all names that begin with a letter.
const MAX_LONGER = 2;
// Words that only link others, and are left out of short names.
const LINKS = ' (?:(?:de|del|do|da|dos|das|di|la|le|les|el|of|am|an der|im|in der|ob der|na|nad|sur) )?';

/** A pattern of the words that a word is short for: its letters in their order, of a word of two letters also several words. */
function longerForm(word: string): string {
  return `${[...word].join(word.length === 2 ? '[\\p{L} ]*' : '\\p{L}*')}\\p{L}*`;
}

/** The names of one text. */
export interface NameReader {
  areas(name: string): readonly NamedArea[];
  /** The names of towns that words are short for, the largest first: `punta del este` for `pta del este`. */
  longer(words: readonly string[], short: ReadonlySet<string>): readonly string[];
  /** The highest weight first. */
  places(name: string): readonly NamedPlace[];
  /** The airports with this name, without the word for one; large ones first. */
  airports(name: string): readonly NamedAirport[];
  /** The airport with scheduled flights and this code. */
  airport(code: string): NamedAirport | undefined;
  /** The places with one of the names. */
  spelled(names: readonly string[]): readonly (NamedPlace & { readonly name: string })[];
  /** Whether people have this first name; many towns and quarters are called so, too. */
  isGivenName(word: string): boolean;
  /** The ISO 3166-1 code of two letters of the country with this number. */
  countryCode(id: number): string;
}

/** Whether a place lies in an area. */
export function liesIn(place: NamedPlace, area: NamedArea): boolean {
  return place.county === area.id || place.region === area.id || place.country === area.id;
}

/** Whether one area holds the other. */
export function holds(one: NamedArea, other: NamedArea): boolean {
  return other.id === one.id || other.region === one.id || other.country === one.id;
}

export function isCountry({ id, country }: NamedArea): boolean {
  return id === country;
}

/** Whether an area is neither a country nor a region. */
export function isCounty({ id, country, region }: NamedArea): boolean {
  return id !== country && id !== region;
}

/** The distance of two places, accurate enough up to some hundred kilometres. */
export function kilometresBetween(
  one: { readonly lat: number; readonly long: number },
  other: { readonly lat: number; readonly long: number },
): number {
  const east = Math.abs(one.long - other.long);
  const across = Math.min(east, 360 - east) * Math.cos((one.lat * Math.PI) / 180);
  return 111.2 * Math.hypot(one.lat - other.lat, across);
}
