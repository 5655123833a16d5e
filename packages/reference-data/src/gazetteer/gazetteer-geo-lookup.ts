import {
  type Address,
  err,
  type GeoLookup,
  type GeoLookupError,
  type Location,
  ok,
  Result,
  ResultAsync,
} from '@ops-admin/core';
import type { Statement } from 'better-sqlite3';
import type { ReferenceDatabase } from '../file/open-reference.js';
import { findTown, type TownFound } from './find-town.js';
import type { NamedArea, NamedPlace, NameIndex } from './name-index.js';

/**
 * Finds the town of an address in the gazetteer of an open reference file, without a network; the caller closes the
 * file. It knows no streets: the coordinates are the town's.
 *
 * - An address is read from the right: countries, regions and counties in any order, then the town; what is before
 *   the town is ignored. Commas part the two, and so do house numbers and postcodes; without them the town's name
 *   comes first (`paris tx`), or follows a street (`10 Downing Street London`). Names are compared as a whole, in any
 *   language GeoNames has, after `fold`; nothing is guessed from names that are merely alike.
 * - The town lies in every area that the text names. A name may be that of several areas (`CA` is Canada and
 *   California); one of them is enough. What follows the town and names no area, nor looks like a street, means that
 *   nothing is found.
 * - Of several towns the one with the most people wins, where an alternate name counts a town at a tenth of its people,
 *   and a part of a town counts at a tenth as well: `Londres` is London, not the village of that name in Argentina.
 * - A name that is a country's or region's too means a town only where the town is a country's capital (`Luxembourg`),
 *   lies in that region and is its capital or weighs at least 50,000 people (`Salzburg`), or weighs at least 250,000
 *   anywhere (`Washington`). `Georgia` and `France` are not found.
 *
 * Errors: `location-not-found`, and `lookup-unavailable` where the file cannot be read.
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
    this.#index = { areasNamed: (name) => areas.all(name), placesNamed: (name) => places.all(name) };
    this.#location = database.prepare(
      `SELECT place.name AS city, coalesce(region.name, '') AS state, country.name AS country, place.lat, place.long
         FROM place JOIN area AS country ON country.id = place.country
         LEFT JOIN area AS region ON region.id = place.region
        WHERE place.id = ?`,
    );
  }

  lookup(address: Address): ResultAsync<Location, GeoLookupError> {
    const found = Result.fromThrowable(() => this.#find(address), unavailable)().andThen((location) =>
      location ? ok(location) : err({ type: 'location-not-found' as const }),
    );
    return new ResultAsync(Promise.resolve(found));
  }

  /** What {@link lookup} finds, with the rules that decided on the way. Throws where the file cannot be read. */
  explain(address: Address): { location: Location | undefined; decisions: TownFound['decisions'] } {
    const { place, decisions } = findTown(address, this.#index);
    return { location: place && this.#location.get(place.id), decisions };
  }

  #find(address: Address): Location | undefined {
    const { place } = findTown(address, this.#index);
    return place && this.#location.get(place.id);
  }
}

function unavailable(cause: unknown): GeoLookupError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return { type: 'lookup-unavailable', reason: `the gazetteer cannot be read: ${reason}` };
}
