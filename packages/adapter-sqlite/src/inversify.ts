// For programs with an Inversify container; the main entry needs none.
import { type Port, port } from '@ops-admin/core/ports';
import { storesModule } from '@ops-admin/store-sql/inversify';
import type { ContainerModule } from 'inversify';
import type { OpenedSqlite } from './open-sqlite.js';

/** The opened stores, for code that needs more than the ports. */
export const SQLITE: Port<OpenedSqlite> = port('ops-admin.Sqlite');

/**
 * Binds the opened stores (see `openSqlite`) to their ports, and closes them with the container. Without them, {@link SQLITE}
 * must be bound. Requires a `TRAIL_SIGNER` for ports that write to the trail, and the default scope `Singleton`.
 */
export function sqliteModule(opened?: OpenedSqlite): ContainerModule {
  return storesModule(SQLITE, opened);
}
