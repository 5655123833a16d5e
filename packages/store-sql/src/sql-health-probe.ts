import { type HealthProbe, ok, type ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { attempt } from './attempt.js';
import type { SqlDatabase } from './sql-database.js';

export class SqlHealthProbe implements HealthProbe {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  check(): ResultAsync<void, StoreUnavailable> {
    return attempt(this.#database, async () => {
      await this.#database.assertUsable();
      await this.#database.all('select 1 as one from users limit 1');
      return ok();
    });
  }
}
