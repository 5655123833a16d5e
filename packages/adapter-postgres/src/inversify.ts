// For programs with an Inversify container; the main entry needs none.
import { type Port, port } from '@ops-admin/core/ports';
import { storesModule } from '@ops-admin/store-sql/inversify';
import type { ContainerModule } from 'inversify';
import type { OpenedPostgres } from './open-postgres.js';

/** The opened database, for code that needs more than the ports. */
export const POSTGRES: Port<OpenedPostgres> = port('ops-admin.postgres.Opened');

/**
 * Binds the opened stores (see `openPostgres`) to their ports, and closes them with the container. Without them,
 * {@link POSTGRES} must be bound. Requires a `TRAIL_SIGNER` for ports that write to the trail, and the default scope `Singleton`.
 */
export function postgresModule(opened?: OpenedPostgres): ContainerModule {
  return storesModule(POSTGRES, opened);
}
