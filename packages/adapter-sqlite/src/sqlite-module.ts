import {
  AUDIT_LOG,
  AUDIT_SEALER,
  DEPARTMENT_REPOSITORY,
  HEALTH_PROBE,
  IDENTITY_REGISTRY,
  ORGANISATION,
  PERMISSION_STORE,
  type Port,
  port,
  USER_DIRECTORY,
} from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { ContainerModule } from 'inversify';
import { SqliteAuditLog } from './sqlite-audit-log.js';
import { SqliteDepartmentRepository } from './sqlite-department-repository.js';
import { SqliteHealthProbe } from './sqlite-health-probe.js';
import { SqliteIdentityRegistry } from './sqlite-identity-registry.js';
import { SqliteOrganisation } from './sqlite-organisation.js';
import { SqlitePermissionStore } from './sqlite-permission-store.js';
import { SqliteUserDirectory } from './sqlite-user-directory.js';

/** The opened database, for whoever needs more than the ports. */
export const DATABASE: Port<Database.Database> = port('ops-admin.sqlite.Database');

/**
 * Serves every persistence port from an opened database (see `openDatabase`), which is closed with the container.
 * Wants an `AUDIT_SEALER`, and the default scope `Singleton`.
 */
export function sqliteModule(database: Database.Database): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(DATABASE)
      .toResolvedValue(() => database)
      .onDeactivation((opened) => {
        opened.close();
      });
    bind(AUDIT_LOG).toResolvedValue((opened) => new SqliteAuditLog(opened), [DATABASE]);
    bind(DEPARTMENT_REPOSITORY).toResolvedValue(
      (opened) => new SqliteDepartmentRepository(opened),
      [DATABASE],
    );
    bind(HEALTH_PROBE).toResolvedValue((opened) => new SqliteHealthProbe(opened), [DATABASE]);
    bind(IDENTITY_REGISTRY).toResolvedValue((opened) => new SqliteIdentityRegistry(opened), [DATABASE]);
    bind(ORGANISATION).toResolvedValue(
      (opened, sealer) => new SqliteOrganisation(opened, sealer),
      [DATABASE, AUDIT_SEALER],
    );
    bind(PERMISSION_STORE).toResolvedValue(
      (opened, sealer) => new SqlitePermissionStore(opened, sealer),
      [DATABASE, AUDIT_SEALER],
    );
    bind(USER_DIRECTORY).toResolvedValue((opened) => new SqliteUserDirectory(opened), [DATABASE]);
  });
}
