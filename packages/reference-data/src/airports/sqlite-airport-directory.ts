import type {
  Airport,
  AirportCode,
  AirportDirectory,
  Location,
  ResultAsync,
  StoreUnavailable,
} from '@ops-admin/core';
import { checkText } from '@ops-admin/core/adapter';
import type { Statement } from 'better-sqlite3';
import { attemptAsync } from '../attempt.js';
import type { ReferenceDatabase } from '../file/open-reference.js';

interface AirportRow extends Location {
  readonly large: number;
  readonly scheduled: number;
}

/** The number of cached airports; the one found first makes room for another. */
const MAX_AIRPORTS = 1000;

/**
 * The airports of an open reference file; the caller closes it. The file is never written to, so found airports are cached.
 */
export class SqliteAirportDirectory implements AirportDirectory {
  readonly #byCode: Statement<[code: string], AirportRow>;
  readonly #known = new Map<AirportCode, Airport>();

  constructor(database: ReferenceDatabase) {
    this.#byCode = database.prepare(
      'SELECT city, state, country, lat, long, large, scheduled FROM airport WHERE code = ?',
    );
  }

  find(code: AirportCode): ResultAsync<Airport | undefined, StoreUnavailable> {
    return attemptAsync(this.#byCode.database, () => {
      checkText(code, 'code');
      return this.#known.get(code) ?? this.#read(code);
    });
  }

  #read(code: AirportCode): Airport | undefined {
    const row = this.#byCode.get(code);
    if (!row) return undefined;
    const { large, scheduled, ...location } = row;
    const found = { location, isLarge: large === 1, isScheduled: scheduled === 1 };
    if (this.#known.size === MAX_AIRPORTS) this.#known.delete(this.#known.keys().next().value as AirportCode);
    this.#known.set(code, found);
    return found;
  }
}
