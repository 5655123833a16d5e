import {
  AUDIT_LOG,
  AUDIT_SEALER,
  DEPARTMENT_REPOSITORY,
  HEALTH_PROBE,
  IDENTITY_REGISTRY,
  LOGGER,
  LOOKUP_CACHE,
  ORGANISATION,
  ORGANISATION_ARCHIVE,
  PERMISSION_STORE,
  type Port,
  port,
  RATE_LIMITER,
  type RateLimitPolicy,
  STORE_INSPECTOR,
  USER_DIRECTORY,
} from '@ops-admin/core';
import { ContainerModule } from 'inversify';
import { PostgresAuditLog } from './postgres-audit-log.js';
import type { PostgresDatabase } from './postgres-database.js';
import { PostgresDepartmentRepository } from './postgres-department-repository.js';
import { PostgresHealthProbe } from './postgres-health-probe.js';
import { PostgresIdentityRegistry } from './postgres-identity-registry.js';
import { PostgresLookupCache } from './postgres-lookup-cache.js';
import { PostgresOrganisation } from './postgres-organisation.js';
import { PostgresOrganisationArchive } from './postgres-organisation-archive.js';
import { PostgresPermissionStore } from './postgres-permission-store.js';
import { PostgresRateLimiter } from './postgres-rate-limiter.js';
import { PostgresStoreInspector } from './postgres-store-inspector.js';
import { PostgresUserDirectory } from './postgres-user-directory.js';

/** The opened database, for whoever needs more than the ports. */
export const POSTGRES_DATABASE: Port<PostgresDatabase> = port('ops-admin.postgres.Database');

/**
 * Serves every persistence port from an opened database (see `openDatabase`), which is closed with the container.
 * Wants an `AUDIT_SEALER`, and the default scope `Singleton`.
 */
export function postgresModule(database: PostgresDatabase): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(POSTGRES_DATABASE)
      .toResolvedValue(() => database)
      .onDeactivation((opened) => opened.close());
    bind(AUDIT_LOG).toResolvedValue((opened) => new PostgresAuditLog(opened), [POSTGRES_DATABASE]);
    bind(DEPARTMENT_REPOSITORY).toResolvedValue(
      (opened) => new PostgresDepartmentRepository(opened),
      [POSTGRES_DATABASE],
    );
    bind(HEALTH_PROBE).toResolvedValue((opened) => new PostgresHealthProbe(opened), [POSTGRES_DATABASE]);
    bind(IDENTITY_REGISTRY).toResolvedValue(
      (opened) => new PostgresIdentityRegistry(opened),
      [POSTGRES_DATABASE],
    );
    bind(ORGANISATION).toResolvedValue(
      (opened, sealer) => new PostgresOrganisation(opened, sealer),
      [POSTGRES_DATABASE, AUDIT_SEALER],
    );
    bind(ORGANISATION_ARCHIVE).toResolvedValue(
      (opened) => new PostgresOrganisationArchive(opened),
      [POSTGRES_DATABASE],
    );
    bind(PERMISSION_STORE).toResolvedValue(
      (opened, sealer) => new PostgresPermissionStore(opened, sealer),
      [POSTGRES_DATABASE, AUDIT_SEALER],
    );
    bind(STORE_INSPECTOR).toResolvedValue(
      (opened) => new PostgresStoreInspector(opened),
      [POSTGRES_DATABASE],
    );
    bind(USER_DIRECTORY).toResolvedValue((opened) => new PostgresUserDirectory(opened), [POSTGRES_DATABASE]);
  });
}

/** Counts look-ups for all instances that share a database, which is left open. Wants a `LOGGER`. */
export function postgresRateLimiterModule(
  database: PostgresDatabase,
  policy: RateLimitPolicy,
): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(RATE_LIMITER).toResolvedValue((log) => new PostgresRateLimiter(database, policy, log), [LOGGER]);
  });
}

/** What the module of the cache serves its port from. */
export interface PostgresLookupCacheModuleOptions {
  readonly database: PostgresDatabase;
  /** Most answers that are kept. */
  readonly capacity: number;
  /** Whether the database is closed with the container: it was opened for the cache alone. */
  readonly isOwn: boolean;
}

/** Serves the cache of address look-ups that all instances share. */
export function postgresLookupCacheModule({
  database,
  capacity,
  isOwn,
}: PostgresLookupCacheModuleOptions): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(LOOKUP_CACHE)
      .toResolvedValue(() => new PostgresLookupCache(database, { capacity }))
      .onDeactivation(async () => {
        if (isOwn) await database.close();
      });
  });
}
