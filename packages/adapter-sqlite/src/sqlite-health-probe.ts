import { type HealthProbe, ok, type ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import type Database from 'better-sqlite3';
import type { Connections } from './connections.js';
import { PreparedStatements } from './prepared-statements.js';

/** Reads from the database. */
export class SqliteHealthProbe implements HealthProbe {
  readonly #select: PreparedStatements<Database.Statement>;

  constructor(connections: Connections) {
    this.#select = new PreparedStatements(connections, (database) =>
      database.prepare('select 1 from users limit 1'),
    );
  }

  check(): ResultAsync<void, StoreUnavailable> {
    return this.#select.read((select) => {
      select.get();
      return ok(undefined);
    });
  }
}
