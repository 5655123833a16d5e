import {
  AUDIT_LOG,
  AUDIT_SEALER,
  DEPARTMENT_REPOSITORY,
  HEALTH_PROBE,
  INTEGRITY_CHECKER,
  ORGANISATION,
  ORGANISATION_ARCHIVE,
  PERMISSION_STORE,
  type Port,
  port,
  TRAIL_KEEPER,
  USER_DIRECTORY,
} from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { OpenedSqlite } from './open-sqlite.js';

/** The opened stores, for code that needs more than the ports. */
export const SQLITE: Port<OpenedSqlite> = port('ops-admin.Sqlite');

/**
 * Binds the opened stores (see `openSqlite`) to their ports, and closes them with the container. Requires an `AUDIT_SEALER`
 * for ports that write to the trail, and the default scope `Singleton`.
 */
export function sqliteModule(opened: OpenedSqlite): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(SQLITE)
      .toResolvedValue(() => opened)
      .onDeactivation(({ close }) => close());
    bind(AUDIT_LOG).toResolvedValue(({ audit }) => audit, [SQLITE]);
    bind(DEPARTMENT_REPOSITORY).toResolvedValue(({ departments }) => departments, [SQLITE]);
    bind(HEALTH_PROBE).toResolvedValue(({ health }) => health, [SQLITE]);
    bind(ORGANISATION).toResolvedValue(
      ({ sealedBy }, sealer) => sealedBy(sealer).organisation,
      [SQLITE, AUDIT_SEALER],
    );
    bind(ORGANISATION_ARCHIVE).toResolvedValue(({ archive }) => archive, [SQLITE]);
    bind(PERMISSION_STORE).toResolvedValue(
      ({ sealedBy }, sealer) => sealedBy(sealer).permissions,
      [SQLITE, AUDIT_SEALER],
    );
    bind(INTEGRITY_CHECKER).toResolvedValue(({ integrity }) => integrity, [SQLITE]);
    bind(TRAIL_KEEPER).toResolvedValue(
      ({ sealedBy }, sealer) => sealedBy(sealer).keeper,
      [SQLITE, AUDIT_SEALER],
    );
    bind(USER_DIRECTORY).toResolvedValue(({ users }) => users, [SQLITE]);
  });
}
