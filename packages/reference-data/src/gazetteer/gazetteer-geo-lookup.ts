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
import { type Decision, findTown } from './find-town.js';
import type { NamedArea, NamedPlace, NameIndex } from './name-index.js';

/** What the gazetteer finds in a text, and how. */
export interface GazetteerExplanation {
  readonly location: FoundLocation | undefined;
  /** In the order in which they were made: from right to left. */
  readonly decisions: readonly Decision[];
}

/**
 * Finds the town of an address in the gazetteer of an open reference file, without a network; the caller closes the
 * file. It knows no streets: the coordinates are the town's.
 *
 * An address is read from the right, step by step, by `RULES` and `FINAL_RULES`: the areas around the town, the town, and
 * what is ignored. Names are compared as a whole, in any language GeoNames has, after `fold`; a name with a wrong letter counts only for a large town beside its
 * postcode or area.
 * The town lies in every area that the text names; a name can mean several (`CA` is Canada and California). Of several towns
 * the one that is large under its own name wins, then the one with the most people. For another name, and for a part of a
 * town, a tenth of the people counts.
 *
 * Errors: `location-not-found`, and `lookup-unavailable` if the file cannot be read.
 */
export class GazetteerGeoLookup implements GeoLookup {
  readonly #index: NameIndex;
  readonly #location: Statement<[id: number], Location>;

  constructor(database: ReferenceDatabase) {
    const areas: Statement<[name: string], NamedArea> = database.prepare(
      `SELECT area.id, area.country, area.region, area.people, area_name.code
         FROM area_name JOIN area ON area.id = area_name.area
        WHERE area_name.name = ?`,
    );
    const places: Statement<[name: string], NamedPlace> = database.prepare(
      `SELECT place.id, place.country, place.region, place.county, place.seat, place.section,
              place.people, place_name.own, place_name.weight
         FROM place_name JOIN place ON place.id = place_name.place
        WHERE place_name.name = ?
        ORDER BY place_name.weight DESC, place_name.place`,
    );
    const largeTowns: Statement<[names: string, people: number], NamedPlace> = database.prepare(
      `SELECT place.id, place.country, place.region, place.county, place.seat, place.section,
              place.people, place_name.own, place_name.weight
         FROM json_each(?) AS spelling CROSS JOIN place_name ON place_name.name = spelling.value
         JOIN place ON place.id = place_name.place
        WHERE place.people >= ?`,
    );
    const names = database
      .prepare(
        `SELECT name FROM place_name WHERE name >= ? AND name < ? AND weight >= 5000 AND name LIKE ?
          GROUP BY name ORDER BY max(weight) DESC`,
      )
      .pluck() as Statement<[start: string, end: string, pattern: string], string>;
    const countries = new Map(
      database
        .prepare<[], { id: number; name: string }>('SELECT id, name FROM area WHERE id = country')
        .all()
        .map(({ id, name }) => [id, name]),
    );
    this.#index = {
      areasNamed: (name) => areas.all(name),
      placesNamed: (name) => places.all(name),
      largeTownsNamed: (names, people) => largeTowns.all(JSON.stringify(names), people),
      namesLike: (start, pattern) => names.all(start, `${start}\u{10FFFF}`, pattern),
      countryCode: (id) => countries.get(id) ?? '',
    };
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

  /** What {@link lookup} finds, with the rules that decided. Errors: `store-unavailable`. */
  explain(address: Address): Result<GazetteerExplanation, StoreUnavailable> {
    return attempt(this.#location.database, () => {
      const { place, decisions } = findTown(address, this.#index);
      return { location: this.#placed(place), decisions };
    });
  }

  #find(address: Address): FoundLocation | undefined {
    checkText(address, 'address');
    return this.#placed(findTown(address, this.#index).place);
  }

  #placed(place: NamedPlace | undefined): FoundLocation | undefined {
    const location = place && this.#location.get(place.id);
    return location && { ...location, source: 'gazetteer', precision: place.section ? 'district' : 'town' };
  }
}

function unavailable(cause: unknown): GeoLookupError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return { type: 'lookup-unavailable', reason: `the gazetteer cannot be read: ${reason}` };
}
