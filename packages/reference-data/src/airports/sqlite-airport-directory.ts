import type { AirportCode, AirportDirectory, Location, ResultAsync, StoreUnavailable } from '@ops-admin/core';
import type { Statement } from 'better-sqlite3';
import { attemptAsync } from '../attempt.js';
import type { ReferenceDatabase } from '../file/open-reference.js';

/** Most airports that are remembered. */
const MOST = 1000;

/**
 * The airports of an open reference file; whoever opened it closes it. The file is never written to, so that an airport
 * that was found is remembered.
 */
export class SqliteAirportDirectory implements AirportDirectory {
  readonly #byCode: Statement<[code: string], Location>;
  readonly #known = new Map<AirportCode, Location>();

  constructor(database: ReferenceDatabase) {
    this.#byCode = database.prepare('SELECT city, state, country, lat, long FROM airport WHERE code = ?');
  }

  find(code: AirportCode): ResultAsync<Location | undefined, StoreUnavailable> {
    return attemptAsync(() => this.#known.get(code) ?? this.#read(code));
  }

  #read(code: AirportCode): Location | undefined {
    const found = this.#byCode.get(code);
    if (!found) return undefined;
    if (this.#known.size === MOST) this.#known.delete(this.#known.keys().next().value as AirportCode);
    this.#known.set(code, found);
    return found;
  }
}
