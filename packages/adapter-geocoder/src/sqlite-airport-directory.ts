import type { AirportCode, AirportDirectory, Location, StoreUnavailable } from '@ops-admin/core';
import type { Statement } from 'better-sqlite3';
import type { ResultAsync } from 'neverthrow';
import { attemptAsync } from './attempt.js';
import type { ReferenceDatabase } from './reference/open-reference.js';

/** The airports of an open reference file; whoever opened it closes it. */
export class SqliteAirportDirectory implements AirportDirectory {
  readonly #byCode: Statement<[code: string], Location>;

  constructor(database: ReferenceDatabase) {
    this.#byCode = database.prepare('SELECT city, state, country, lat, long FROM airport WHERE code = ?');
  }

  find(code: AirportCode): ResultAsync<Location | undefined, StoreUnavailable> {
    return attemptAsync(() => this.#byCode.get(code));
  }
}
