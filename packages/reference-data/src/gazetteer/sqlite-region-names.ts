import type { Location, RegionNames, ResultAsync, StoreUnavailable } from '@ops-admin/core';
import { checkText } from '@ops-admin/core/adapter';
import type { Statement } from 'better-sqlite3';
import { attemptAsync } from '../attempt.js';
import type { ReferenceDatabase } from '../file/open-reference.js';
import { fold } from './fold.js';

const LARGE_PEOPLE = 500_000;
// How far the place of a large town can be from where another source has it, and the places within it.
const NEAR_DEGREES = 0.5;

interface Town {
  readonly name: string;
  readonly people: number;
}

/** The names of regions and large towns in an open reference file; the caller closes it. */
export class SqliteRegionNames implements RegionNames {
  readonly #name: Statement<[code: string], string>;
  readonly #town: Statement<[{ name: string; country: string; lat: number; long: number }], Town>;

  constructor(database: ReferenceDatabase) {
    this.#name = database
      .prepare<[code: string], string>('SELECT name FROM region_code WHERE code = ?')
      .pluck() as Statement<[code: string], string>;
    // A degree of longitude is shorter the further north: up to 60 degrees, half as long.
    this.#town = database.prepare(
      `SELECT place.name, place.people
         FROM place_name JOIN place ON place.id = place_name.place
         JOIN area ON area.id = place.country AND area.name = :country
        WHERE place_name.name = :name AND NOT place.section
          AND abs(place.lat - :lat) < ${NEAR_DEGREES} AND abs(place.long - :long) < ${2 * NEAR_DEGREES}
        ORDER BY place_name.own DESC, place_name.weight DESC LIMIT 1`,
    );
  }

  nameOf(code: string): ResultAsync<string | undefined, StoreUnavailable> {
    return attemptAsync(this.#name.database, () => {
      checkText(code, 'code');
      return this.#name.get(code);
    });
  }

  townOf({ city, country, lat, long }: Location): ResultAsync<string | undefined, StoreUnavailable> {
    return attemptAsync(this.#town.database, () => {
      checkText(city, 'city');
      const town = this.#town.get({ name: fold(city), country, lat, long });
      return town && town.people >= LARGE_PEOPLE ? town.name : undefined;
    });
  }
}
