import { type HealthProbe, ok, type ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import type { SqlDatabase } from './sql-database.js';

/** Reads from the database. */
export class SqlHealthProbe implements HealthProbe {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  check(): ResultAsync<void, StoreUnavailable> {
    return this.#database.query({ text: 'select 1 as one from users limit 1', values: [] }, () =>
      ok(undefined),
    );
  }
}
