import {
  AUDIT_LOG,
  DEPARTMENT_REPOSITORY,
  HEALTH_PROBE,
  IDENTITY_REGISTRY,
  INTEGRITY_CHECKER,
  ORGANISATION,
  ORGANISATION_ARCHIVE,
  PERMISSION_STORE,
  type Port,
  port,
  USER_DIRECTORY,
} from '@ops-admin/core';
import { ContainerModule } from 'inversify';
import type { Sqlite, UnsealedSqlite } from './open-sqlite.js';

/** The opened stores, for anyone who needs more than the ports. */
export const SQLITE: Port<UnsealedSqlite> = port('ops-admin.Sqlite');

/**
 * Binds the opened stores (see `openSqlite`) to their ports, and closes them with the container. Requires the default
 * scope `Singleton`. Without a sealer, `ORGANISATION` and `PERMISSION_STORE` are not bound.
 */
export function sqliteModule(opened: Sqlite | UnsealedSqlite): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(SQLITE)
      .toResolvedValue(() => opened)
      .onDeactivation(({ close }) => close());
    bind(AUDIT_LOG).toResolvedValue(({ audit }) => audit, [SQLITE]);
    bind(DEPARTMENT_REPOSITORY).toResolvedValue(({ departments }) => departments, [SQLITE]);
    bind(HEALTH_PROBE).toResolvedValue(({ health }) => health, [SQLITE]);
    bind(IDENTITY_REGISTRY).toResolvedValue(({ identities }) => identities, [SQLITE]);
    bind(ORGANISATION_ARCHIVE).toResolvedValue(({ archive }) => archive, [SQLITE]);
    bind(INTEGRITY_CHECKER).toResolvedValue(({ integrity }) => integrity, [SQLITE]);
    bind(USER_DIRECTORY).toResolvedValue(({ users }) => users, [SQLITE]);
    if (!('permissions' in opened)) return;
    bind(ORGANISATION).toResolvedValue((_) => opened.organisation, [SQLITE]);
    bind(PERMISSION_STORE).toResolvedValue((_) => opened.permissions, [SQLITE]);
  });
}
