import type { HealthProbe, ResultAsync, StoreUnavailable } from '@ops-admin/core';
import type { PostgresDatabase } from './postgres-database.js';

/** Reads from the database. */
export class PostgresHealthProbe implements HealthProbe {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  check(): ResultAsync<void, StoreUnavailable> {
    return this.#database.read({ text: 'select 1 from users limit 1' }).map(() => undefined);
  }
}
