import { type Port, port } from '@ops-admin/core/ports';
import { storesModule } from '@ops-admin/store-sql/inversify';
import type { ContainerModule } from 'inversify';
import type { OpenedPostgres } from './open-postgres.js';

/** The opened database, for code that needs more than the ports. */
export const POSTGRES: Port<OpenedPostgres> = port('ops-admin.postgres.Opened');

/**
 * Serves every persistence port from an opened database (see `openPostgres`), which is closed with the container if any of
 * it was used. Without it, {@link POSTGRES} must be bound. Requires an `TRAIL_SIGNER` for ports that change permissions, and
 * the default scope `Singleton`.
 */
export function postgresModule(opened?: OpenedPostgres): ContainerModule {
  return storesModule(POSTGRES, opened);
}
