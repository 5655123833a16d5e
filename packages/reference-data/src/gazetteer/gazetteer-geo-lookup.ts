import {
  type Address,
  err,
  type FoundLocation,
  type GeoLookup,
  type GeoLookupError,
  type Location,
  ok,
  type Result,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { checkText, rejecting } from '@ops-admin/core/adapter';
import type { Statement } from 'better-sqlite3';
import { attempt } from '../attempt.js';
import type { ReferenceDatabase } from '../file/open-reference.js';
import { NameIndex } from './name-index.js';
import { type AddressReading, readAddress } from './read-address.js';
import { ACCEPTANCE, ACCEPTED, type Facts, SCORE } from './weights.js';

/** The weight of each fact in a sum, by its name. */
export type Parts = Readonly<Record<string, number>>;

/** A town that a text can mean. */
export interface ExplainedCandidate {
  /** The folded words that name it. */
  readonly words: string;
  /** Its name, region and country: `Bristol, Tennessee, US`. */
  readonly place: string;
  readonly score: number;
  readonly parts: Parts;
}

/** The result of the gazetteer for a text, with its reasons. */
export interface GazetteerExplanation {
  readonly location: FoundLocation | undefined;
  /** The three best, the best first. An airport has none. */
  readonly candidates: readonly ExplainedCandidate[];
  /** The sum that decides whether the best candidate is accepted. */
  readonly acceptance: { readonly sum: number; readonly bound: number; readonly parts: Parts } | undefined;
  /** Why nothing was accepted; `undefined` if a place was. */
  readonly refusal: string | undefined;
}

const EXPLAINED_CANDIDATES = 3;

/**
 * Finds the town of an address in the gazetteer of an open reference file, without a network; the caller closes the file. It knows
 * no streets: the coordinates are the town's. Airports are found by their names, too.
 *
 * Every span of one to six words is looked up, after `fold`, among towns, areas and airports. Each town is a candidate with one
 * score: the people, the name and where it stands, the areas and postcodes anywhere in the text. A step of its own accepts the
 * best, or refuses it.
 *
 * Errors: `location-not-found`, and `lookup-unavailable` if the file cannot be read.
 */
export class GazetteerGeoLookup implements GeoLookup {
  readonly #index: NameIndex;
  readonly #location: Statement<[id: number], Location>;

  constructor(database: ReferenceDatabase) {
    this.#index = new NameIndex(database);
    this.#location = database.prepare(
      `SELECT place.name AS city, coalesce(region.name, '') AS state, country.name AS country, place.lat, place.long
         FROM place JOIN area AS country ON country.id = place.country
         LEFT JOIN area AS region ON region.id = place.region
        WHERE place.id = ?`,
    );
  }

  lookup(address: Address): ResultAsync<FoundLocation, GeoLookupError> {
    return rejecting(async () =>
      attempt(this.#location.database, () => this.#find(address))
        .mapErr(({ cause }) => unavailable(cause))
        .andThen((location) => (location ? ok(location) : err({ type: 'location-not-found' as const }))),
    );
  }

  /** Returns what {@link lookup} finds, with the three best candidates. Errors: `store-unavailable`. */
  explain(address: Address): Result<GazetteerExplanation, StoreUnavailable> {
    return attempt(this.#location.database, () => this.#explained(readAddress(address, this.#index)));
  }

  #explained(reading: AddressReading): GazetteerExplanation {
    const { acceptance, airport, candidates, place } = reading;
    const places = candidates.filter(
      (each, at) => candidates.findIndex((other) => other.place.id === each.place.id) === at,
    );
    const isBelow = acceptance && acceptance.refusal === undefined && acceptance.sum < ACCEPTED;
    const refusal = acceptance
      ? (acceptance.refusal ?? (isBelow ? 'the sum is below the bound' : undefined))
      : 'no town or airport has a name in the text';
    return {
      location: this.#placed(reading),
      candidates: places.slice(0, EXPLAINED_CANDIDATES).map(({ facts, place: { id }, score, span }) => {
        const { city = '', state = '', country = '' } = this.#location.get(id) ?? {};
        return {
          words: span.name,
          place: [city, state, country].filter((part) => part !== '').join(', '),
          score: rounded(score),
          parts: partsOf(facts, SCORE),
        };
      }),
      acceptance: acceptance && {
        sum: rounded(acceptance.sum),
        bound: ACCEPTED,
        parts: partsOf(acceptance.facts, ACCEPTANCE),
      },
      refusal: airport || place ? undefined : refusal,
    };
  }

  #find(address: Address): FoundLocation | undefined {
    checkText(address, 'address');
    return this.#placed(readAddress(address, this.#index));
  }

  #placed({ airport, place }: AddressReading): FoundLocation | undefined {
    if (airport) {
      const { city, state, country, lat, long } = airport;
      return { city, state, country, lat, long, source: 'airport', precision: 'airport' };
    }
    const location = place && this.#location.get(place.id);
    return location && { ...location, source: 'gazetteer', precision: place.section ? 'district' : 'town' };
  }
}

function unavailable(cause: unknown): GeoLookupError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return { type: 'lookup-unavailable', reason: `the gazetteer cannot be read: ${reason}` };
}

function partsOf<Name extends string>(facts: Facts<Name>, weights: Readonly<Record<Name, number>>): Parts {
  return Object.fromEntries(
    Object.entries<number | undefined>(facts).map(([name, value]) => [
      name,
      rounded((value ?? 0) * weights[name as Name]),
    ]),
  );
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
