import { type AuditLog, type Logger, ok } from '@ops-admin/core';
import { AUDIT_LOG, LOGGER, type Port, port, TRAIL_SIGNER, TRAIL_VERIFIER } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { Openings } from '../openings.js';
import { optional } from '../optional.js';
import type { ServiceSettings } from '../settings.js';
import { followKeys, type OpenKeys, openKeys } from './open-keys.js';

/** The keys that seal audit entries, and sign tokens. */
export const KEYS: Port<OpenKeys> = port('ops-admin.service.Keys');

/** Ends with the composition: until then, a running service uses the keys of a changed file. */
export const FOLLOWED_KEYS: Port<{ stop(): void }> = port('ops-admin.service.FollowedKeys');

/** The keys. They open after the database, if that is used: no keys are made for an unusable one. */
export function keysModule(settings: ServiceSettings, openings: Openings): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(KEYS).toResolvedValue(
      openings.inTurn(KEYS, (audit: AuditLog | undefined) => openKeys(settings, audit)),
      [optional(AUDIT_LOG)],
    );
    bind(TRAIL_SIGNER).toResolvedValue(({ signer }) => signer, [KEYS]);
    bind(TRAIL_VERIFIER).toResolvedValue(({ verifier }) => verifier, [KEYS]);
    bind(FOLLOWED_KEYS)
      .toResolvedValue(
        openings.inTurn(FOLLOWED_KEYS, (keys: OpenKeys, log: Logger) => ok({ stop: followKeys(keys, log) })),
        [KEYS, LOGGER],
      )
      .onDeactivation(({ stop }) => stop());
  });
}
