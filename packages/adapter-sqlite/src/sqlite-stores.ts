import type { Clock } from '@ops-admin/core';
import { type SqlStores, sqlStores } from '@ops-admin/store-sql';
import type { Connections } from './connections.js';
import { SqliteDriver } from './sqlite-driver.js';

/** Every store over a database that is already open, such as {@link connectionsOf} gives. Close it yourself. */
export function sqliteStores(connections: Connections, clock?: Clock): SqlStores {
  return sqlStores(new SqliteDriver(connections), clock);
}
