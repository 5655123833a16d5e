import {
  AUDIT_LOG,
  DEPARTMENT_REPOSITORY,
  HEALTH_PROBE,
  INTEGRITY_CHECKER,
  ORGANISATION,
  ORGANISATION_COPY,
  PERMISSION_STORE,
  type Port,
  TRAIL_SIGNER,
  TRAIL_STORE,
  USER_DIRECTORY,
} from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { SqlStores } from './sql-stores.js';

/** Opened stores, and their end. */
export interface OpenedStores extends SqlStores {
  close(): void | Promise<void>;
}

/**
 * Binds opened stores to a token and to their ports, and closes them with the container. Without them, the token must be bound.
 * Requires a `TRAIL_SIGNER` for ports that write to the trail, and the default scope `Singleton`.
 */
export function storesModule<Opened extends OpenedStores>(
  token: Port<Opened>,
  opened?: Opened,
): ContainerModule {
  const stores = token as Port<OpenedStores>;
  return new ContainerModule(({ bind }) => {
    if (opened) {
      bind(token)
        .toResolvedValue(() => opened)
        .onDeactivation(({ close }) => close());
    }
    bind(AUDIT_LOG).toResolvedValue(({ audit }) => audit, [stores]);
    bind(DEPARTMENT_REPOSITORY).toResolvedValue(({ departments }) => departments, [stores]);
    bind(HEALTH_PROBE).toResolvedValue(({ health }) => health, [stores]);
    bind(INTEGRITY_CHECKER).toResolvedValue(({ integrity }) => integrity, [stores]);
    bind(ORGANISATION).toResolvedValue(
      ({ sealedBy }, signer) => sealedBy(signer).organisation,
      [stores, TRAIL_SIGNER],
    );
    bind(ORGANISATION_COPY).toResolvedValue(({ copy }) => copy, [stores]);
    bind(PERMISSION_STORE).toResolvedValue(
      ({ sealedBy }, signer) => sealedBy(signer).permissions,
      [stores, TRAIL_SIGNER],
    );
    bind(TRAIL_STORE).toResolvedValue(
      ({ sealedBy }, signer) => sealedBy(signer).trail,
      [stores, TRAIL_SIGNER],
    );
    bind(USER_DIRECTORY).toResolvedValue(({ users }) => users, [stores]);
  });
}
