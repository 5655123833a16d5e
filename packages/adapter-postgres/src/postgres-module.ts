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
import type { OpenedPostgres } from './open-postgres.js';

/** The opened database, for code that needs more than the ports. */
export const POSTGRES: Port<OpenedPostgres> = port('ops-admin.postgres.Opened');

/**
 * Serves every persistence port from an opened database (see `openPostgres`), which is closed with the container if any of
 * it was used. Requires an `AUDIT_SEALER` for ports that change permissions, and the default scope `Singleton`.
 */
export function postgresModule(opened: OpenedPostgres): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(POSTGRES)
      .toConstantValue(opened)
      .onDeactivation(({ close }) => close());
    bind(AUDIT_LOG).toResolvedValue(({ audit }) => audit, [POSTGRES]);
    bind(DEPARTMENT_REPOSITORY).toResolvedValue(({ departments }) => departments, [POSTGRES]);
    bind(HEALTH_PROBE).toResolvedValue(({ health }) => health, [POSTGRES]);
    bind(ORGANISATION).toResolvedValue(
      ({ sealedBy }, sealer) => sealedBy(sealer).organisation,
      [POSTGRES, AUDIT_SEALER],
    );
    bind(ORGANISATION_ARCHIVE).toResolvedValue(({ archive }) => archive, [POSTGRES]);
    bind(PERMISSION_STORE).toResolvedValue(
      ({ sealedBy }, sealer) => sealedBy(sealer).permissions,
      [POSTGRES, AUDIT_SEALER],
    );
    bind(INTEGRITY_CHECKER).toResolvedValue(({ integrity }) => integrity, [POSTGRES]);
    bind(TRAIL_KEEPER).toResolvedValue(
      ({ sealedBy }, sealer) => sealedBy(sealer).keeper,
      [POSTGRES, AUDIT_SEALER],
    );
    bind(USER_DIRECTORY).toResolvedValue(({ users }) => users, [POSTGRES]);
  });
}
