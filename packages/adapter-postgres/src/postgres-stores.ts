import type { Clock } from '@ops-admin/core';
import { type SqlStores, sqlStores } from '@ops-admin/store-sql';
import type { PostgresDatabase } from './postgres-database.js';
import { PostgresDriver } from './postgres-driver.js';

/** Every store over a database that is already open. Close it yourself. */
export function postgresStores(database: PostgresDatabase, clock?: Clock): SqlStores {
  return sqlStores(new PostgresDriver(database), clock);
}
