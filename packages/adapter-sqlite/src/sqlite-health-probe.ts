import { type HealthProbe, ok, type ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { attempt } from './attempt.js';

/** Reads from the database. */
export class SqliteHealthProbe implements HealthProbe {
  readonly #read: Database.Statement;

  constructor(database: Database.Database) {
    this.#read = database.prepare('select 1 from users limit 1');
  }

  check(): ResultAsync<void, StoreUnavailable> {
    return attempt(() => {
      this.#read.get();
      return ok(undefined);
    });
  }
}
