import type { RegionNames, ResultAsync, StoreUnavailable } from '@ops-admin/core';
import { checkText } from '@ops-admin/core/adapter';
import type { Statement } from 'better-sqlite3';
import { attemptAsync } from '../attempt.js';
import type { ReferenceDatabase } from '../file/open-reference.js';

/** The names of regions in an open reference file; the caller closes it. */
export class SqliteRegionNames implements RegionNames {
  readonly #name: Statement<[code: string], string>;

  constructor(database: ReferenceDatabase) {
    this.#name = database
      .prepare<[code: string], string>('SELECT name FROM region_code WHERE code = ?')
      .pluck() as Statement<[code: string], string>;
  }

  nameOf(code: string): ResultAsync<string | undefined, StoreUnavailable> {
    return attemptAsync(this.#name.database, () => {
      checkText(code, 'code');
      return this.#name.get(code);
    });
  }
}
