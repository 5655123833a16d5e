import type { AirportCode, AirportDirectory, Location, StoreUnavailable } from '@ops-admin/core';
import type { Statement } from 'better-sqlite3';
import { fromThrowable, ResultAsync } from 'neverthrow';
import type { ReferenceDatabase } from './reference/open-reference.js';

/** The airports of an open reference file; whoever opened it closes it. */
export class SqliteAirportDirectory implements AirportDirectory {
  readonly #byCode: Statement<[code: string], Location>;

  constructor(database: ReferenceDatabase) {
    this.#byCode = database.prepare('SELECT city, state, country, lat, long FROM airport WHERE code = ?');
  }

  find(code: AirportCode): ResultAsync<Location | undefined, StoreUnavailable> {
    const found = fromThrowable(
      () => this.#byCode.get(code),
      (cause) => ({ type: 'store-unavailable' as const, cause }),
    )();
    return new ResultAsync(Promise.resolve(found));
  }
}
