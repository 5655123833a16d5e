import {
  AUDIT_LOG,
  AUDIT_SEALER,
  DEPARTMENT_REPOSITORY,
  HEALTH_PROBE,
  IDENTITY_REGISTRY,
  ORGANISATION,
  ORGANISATION_ARCHIVE,
  PERMISSION_STORE,
  type Port,
  port,
  STORE_INSPECTOR,
  USER_DIRECTORY,
} from '@ops-admin/core';
import { ContainerModule } from 'inversify';
import type { LiveDatabase } from './live-database.js';
import { SqliteAuditLog } from './sqlite-audit-log.js';
import { SqliteDepartmentRepository } from './sqlite-department-repository.js';
import { SqliteHealthProbe } from './sqlite-health-probe.js';
import { SqliteIdentityRegistry } from './sqlite-identity-registry.js';
import { SqliteOrganisation } from './sqlite-organisation.js';
import { SqliteOrganisationArchive } from './sqlite-organisation-archive.js';
import { SqlitePermissionStore } from './sqlite-permission-store.js';
import { SqliteStoreInspector } from './sqlite-store-inspector.js';
import { SqliteUserDirectory } from './sqlite-user-directory.js';

/** The opened database, for whoever needs more than the ports. */
export const DATABASE: Port<LiveDatabase> = port('ops-admin.sqlite.Database');

/**
 * Serves every persistence port from a database (see `LiveDatabase.open`), which is closed with the container.
 * Wants an `AUDIT_SEALER`, and the default scope `Singleton`.
 */
export function sqliteModule(database: LiveDatabase): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(DATABASE)
      .toResolvedValue(() => database)
      .onDeactivation((live) => {
        live.close();
      });
    bind(AUDIT_LOG).toResolvedValue((live) => live.port(SqliteAuditLog), [DATABASE]);
    bind(DEPARTMENT_REPOSITORY).toResolvedValue((live) => live.port(SqliteDepartmentRepository), [DATABASE]);
    bind(HEALTH_PROBE).toResolvedValue((live) => live.port(SqliteHealthProbe), [DATABASE]);
    bind(IDENTITY_REGISTRY).toResolvedValue((live) => live.port(SqliteIdentityRegistry), [DATABASE]);
    bind(ORGANISATION).toResolvedValue(
      (live, sealer) => live.port(SqliteOrganisation, sealer),
      [DATABASE, AUDIT_SEALER],
    );
    bind(ORGANISATION_ARCHIVE).toResolvedValue(
      (live) => new SqliteOrganisationArchive(live.current()),
      [DATABASE],
    );
    bind(PERMISSION_STORE).toResolvedValue(
      (live, sealer) => live.port(SqlitePermissionStore, sealer),
      [DATABASE, AUDIT_SEALER],
    );
    bind(STORE_INSPECTOR).toResolvedValue((live) => live.port(SqliteStoreInspector), [DATABASE]);
    bind(USER_DIRECTORY).toResolvedValue((live) => live.port(SqliteUserDirectory), [DATABASE]);
  });
}
