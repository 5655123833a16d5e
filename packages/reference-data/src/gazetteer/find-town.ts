import { eastAsianUnits } from './east-asian-units.js';
import { type AddressPart, splitAddress } from './split-address.js';
import { afterStreets, isStreet } from './street-words.js';

/** A country, region or county that has the name asked for. Where it lies is given by the numbers of areas, 0 for none. */
export interface NamedArea {
  readonly id: number;
  readonly country: number;
  readonly region: number;
  /** People in its listed places. */
  readonly people: number;
  /** 1 where the name is an abbreviation. */
  readonly code: number;
}

/** A listed place that has the name asked for. */
export interface NamedPlace {
  readonly id: number;
  readonly country: number;
  readonly region: number;
  readonly county: number;
  /** 2 for the capital of a country, 1 for that of a region, else 0. */
  readonly seat: number;
  /** 1 for a part of a town. */
  readonly section: number;
  /** The people of the place, a tenth of them under an alternate name; see `GazetteerGeoLookup`. */
  readonly weight: number;
}

/** What has a folded name. */
export interface NameIndex {
  areasNamed(name: string): readonly NamedArea[];
  /** The weightiest first. */
  placesNamed(name: string): readonly NamedPlace[];
}

/** What a text may name, where a place has to lie in one of them. */
type Reading = readonly NamedArea[];
type Words = readonly string[];

// A town so large is meant even where a region has its name: Washington, Victoria.
const LARGE_PEOPLE = 250_000;
// And one of this size within that region: León in Castile and León.
const OF_SOME_SIZE_PEOPLE = 50_000;
// Addresses that people write need 16 reads at most; a text that needs more than this is not found.
const MAX_READS = 48;
const MAX_WORDS = 8;
const MAX_PARTS = 12;

/** The place an address lies in, by the rules of `GazetteerGeoLookup`. Throws what the index throws. */
export function findTown(address: string, index: NameIndex): NamedPlace | undefined {
  return new TownSearch(index).find(splitAddress(address));
}

class TownSearch {
  readonly #index: NameIndex;
  readonly #areas = new Map<string, Reading>();
  readonly #places = new Map<string, readonly NamedPlace[]>();

  constructor(index: NameIndex) {
    this.#index = index;
  }

  find(parts: readonly AddressPart[]): NamedPlace | undefined {
    const town = this.#townOf(parts.slice(-MAX_PARTS).flatMap((part) => this.#runsOf(part)));
    return this.#areas.size + this.#places.size < MAX_READS ? town : undefined;
  }

  /** From right to left: what lies around the town, the town, and what is ignored. */
  #townOf(runs: readonly Words[]): NamedPlace | undefined {
    const lead = this.#leadOf(runs);
    const around: Reading[] = [];
    let best: NamedPlace | undefined;
    let isArea = false;
    for (const [at, words] of [...runs.entries()].reverse()) {
      const areas = this.#areasIn(words);
      // `Metropolis, LA` is in Louisiana, and not Los Angeles.
      const isCode =
        at > 0 && areas?.length === 1 && areas[0]?.every(({ code }) => code) && agree(areas, around);
      const town = isCode ? undefined : this.#townIn(words, at > 0 ? [...around, ...lead] : around);
      // `Kreuzberg, Berlin` is Berlin, while `Buffalo, New York` is Buffalo.
      if (town && !(best && town.section)) {
        best = town;
        isArea = areas !== undefined;
        // `Bela Vista, São Paulo - SP`: the state is there already, so São Paulo is the town.
        if (areas?.some((area) => around.some((other) => meet(area, other)))) return best;
      } else if (isArea && best && best.weight < LARGE_PEOPLE && this.#isTown(words)) {
        // `Paris, Somerset` is not Somerset, New Jersey: the county is meant, and it has no Paris.
        return undefined;
      }
      if (areas) around.push(...areas);
      else if (best || !isStreet(words)) return best;
    }
    return best;
  }

  /** `Germany, Berlin`: a country that comes first. */
  #leadOf(runs: readonly Words[]): Reading[] {
    if (runs.length < 2) return [];
    const areas = this.#areasNamed(runs[0] ?? []).filter(({ code }) => !code);
    return areas.some(isCountry) ? [areas] : [];
  }

  #isTown(words: Words): boolean {
    return this.#placesNamed(words).some(({ section }) => !section);
  }

  /** A name may have figures in it: `6th of October City`. */
  #runsOf({ whole, runs }: AddressPart): readonly Words[] {
    if (runs.length === 1 && runs[0]?.join(' ') === whole) return runs;
    return this.#placesNamed([whole]).length > 0 ? [[whole]] : runs;
  }

  /** Words that name areas and nothing else, or `undefined`: `NY`, `Ontario Canada`. */
  #areasIn(words: Words): readonly Reading[] | undefined {
    if (words.length > MAX_WORDS) return undefined;
    const whole = this.#areasNamed(words);
    if (whole.length > 0) return [whole];
    for (let start = 1; start < words.length; start += 1) {
      const last = this.#areasNamed(words.slice(start));
      const others = last.length > 0 ? this.#areasIn(words.slice(0, start)) : undefined;
      if (others) return [last, ...others];
    }
    return undefined;
  }

  /** A town's name, with areas after it where there is no comma, or such a one after a street. */
  #townIn(words: Words, around: readonly Reading[]): NamedPlace | undefined {
    return (
      this.#townAtStart(words, around) ??
      first(afterStreets(words), (rest) => this.#townAtStart(rest, around)) ??
      first(eastAsianUnits(words), (unit) => this.#townNamed([unit], around))
    );
  }

  #townAtStart(words: Words, around: readonly Reading[]): NamedPlace | undefined {
    if (words.length > MAX_WORDS) return undefined;
    const whole = this.#townNamed(words, around);
    // `New Mexico` is no town `New` in Mexico.
    if (whole || this.#areasNamed(words).some(({ code }) => !code)) return whole;
    for (let end = words.length - 1; end > 0; end -= 1) {
      const areas = this.#areasIn(words.slice(end));
      const town = areas && this.#townNamed(words.slice(0, end), [...around, ...areas]);
      if (town) return town;
    }
    return undefined;
  }

  /** The weightiest place of this name that lies in one area of each reading. */
  #townNamed(words: Words, around: readonly Reading[]): NamedPlace | undefined {
    const namesakes = this.#areasNamed(words).filter((area) => !area.code && !isCounty(area));
    const towns = this.#placesNamed(words).filter((place) => {
      const held = around.map((reading) => reading.filter((area) => liesIn(place, area)));
      return held.every(({ length }) => length > 0) && isMeant(place, namesakes, held);
    });
    // `Milan, MI` is in Michigan rather than in the province of Milan.
    const plain = around.map((reading) => reading.filter((area) => !(area.code && isCounty(area))));
    return (
      towns.find((place) => plain.every((reading) => reading.some((area) => liesIn(place, area)))) ?? towns[0]
    );
  }

  #areasNamed(words: Words): Reading {
    // `The Netherlands`
    const name = words[0] === 'the' ? words.slice(1) : words;
    return this.#read(this.#areas, name, (each) => this.#index.areasNamed(each));
  }

  #placesNamed(words: Words): readonly NamedPlace[] {
    return this.#read(this.#places, words, (name) => this.#index.placesNamed(name));
  }

  #read<Row>(known: Map<string, readonly Row[]>, words: Words, read: (name: string) => readonly Row[]) {
    const name = words.join(' ');
    const rows = known.get(name);
    if (rows) return rows;
    if (this.#areas.size + this.#places.size >= MAX_READS) return [];
    const found = read(name);
    known.set(name, found);
    return found;
  }
}

/**
 * Whether a place is meant where its name is that of countries and regions too, which may themselves lie in what the
 * text says is around: it is large, a country's capital, or lies in the one with the most people and is its capital or
 * a town of some size.
 */
function isMeant(
  place: NamedPlace,
  namesakes: readonly NamedArea[],
  around: readonly (readonly NamedArea[])[],
): boolean {
  const rivals = namesakes.filter((rival) =>
    around.every((held) => held.some((area) => liesIn(rival, area))),
  );
  const [largest] = rivals.sort((one, other) => other.people - one.people);
  if (largest === undefined || place.weight >= LARGE_PEOPLE || place.seat === 2) return true;
  return (
    liesIn(place, largest) &&
    (place.weight >= OF_SOME_SIZE_PEOPLE || (place.seat === 1 && !isCountry(largest)))
  );
}

function liesIn(
  inner: { id: number; country: number; region: number; county?: number },
  area: NamedArea,
): boolean {
  // Numbers of places and of areas have nothing to do with each other.
  const itself = inner.county ?? inner.id;
  return itself === area.id || inner.region === area.id || inner.country === area.id;
}

/** Whether the last words may name something within what is around already: an `LA` for a part of the US. */
function agree([inner = []]: readonly Reading[], around: readonly Reading[]): boolean {
  return inner.some((area) => around.every((reading) => reading.some((outer) => liesIn(area, outer))));
}

function isCountry({ id, country }: NamedArea): boolean {
  return id === country;
}

function isCounty({ id, country, region }: NamedArea): boolean {
  return id !== country && id !== region;
}

function meet(one: Reading, other: Reading): boolean {
  return one.some(({ id }) => other.some((area) => area.id === id));
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
