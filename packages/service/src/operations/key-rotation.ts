import type { KeyFile, KeyFileUnusable, ListedKey, NoNewerKey } from '@ops-admin/adapter-auth-jose/key-file';
import {
  type AuditEntry,
  type AuditLog,
  type ChangeOrigin,
  type Clock,
  err,
  okAsync,
  ResultAsync,
  type StoreUnavailable,
  type TrailMoved,
  type TrailStore,
} from '@ops-admin/core';
import { draftedNow, trailEnd } from '@ops-admin/core/operations';

/** A rotation back to a key that was rotated out, which would prove nothing: a newer one is needed. */
export interface FormerKey {
  readonly type: 'former-key';
  readonly id: string;
  readonly file: string;
}

/** Why the rotation was not written. */
export type TakeOverError = FormerKey | StoreUnavailable | TrailMoved;

/** Why the keys were not rotated. */
export type RotationError = KeyFileUnusable | NoNewerKey | TakeOverError;

/** Puts other keys in use, which is an entry of the trail (decisions 6 and 9). */
export interface KeyRotation {
  /**
   * Puts the newest pair of each kind in use, and returns the keys without their secrets. The entry is written first: after a
   * stop in between, the same call finishes. An entry that the file is ahead of is a rotation, too. Errors: `no-newer-key`, `former-key`; `trail-moved` if somebody else rotated meanwhile.
   */
  rotate(origin: ChangeOrigin): ResultAsync<readonly ListedKey[], RotationError>;
  /**
   * Goes on with the keys of this file where none of them sealed the newest entry, and writes the entry that says so;
   * `undefined` if one did. What the lost keys sealed can still be verified with their public halves. Errors: `former-key`,
   * `trail-moved`.
   */
  takeOver(origin: ChangeOrigin): ResultAsync<AuditEntry | undefined, TakeOverError>;
}

/** Needed by {@link keyRotationOf}. */
export interface KeyRotationParts {
  readonly file: string;
  readonly keys: KeyFile;
  readonly audit: AuditLog;
  readonly trail: Pick<TrailStore, 'rotate'>;
  readonly clock: Clock;
}

/** More than anybody ever rotated. */
const MAX_ROTATIONS = 10_000;

/** {@link KeyRotation} of a key file, over a store. */
export function keyRotationOf({ audit, clock, file, trail, keys }: KeyRotationParts): KeyRotation {
  const wasInUse = (id: string) =>
    audit
      .list({ action: 'rotate', limit: MAX_ROTATIONS, newestFirst: true })
      .map((rotations) => rotations.some(({ requested: [before] }) => before === id));
  const write = (from: string | null, to: string, origin: ChangeOrigin) =>
    wasInUse(to).andThen<AuditEntry, TakeOverError>((isFormer) =>
      isFormer
        ? err({ type: 'former-key', id: to, file })
        : trail.rotate({ ...draftedNow(origin, clock), from, to }),
    );
  return {
    rotate: (origin) =>
      ResultAsync.fromSafePromise(import('@ops-admin/adapter-auth-jose/key-file')).andThen(
        ({ listKeys, newestSealingKey, rotateKeys }) =>
          newestSealingKey(file).asyncAndThen((to) =>
            trailEnd(audit)
              .andThen<AuditEntry | undefined, TakeOverError>(({ keyId }) =>
                // Before the first entry nothing was sealed with the key before.
                to === (keyId ?? keys.trailSigner.keyId) ? okAsync(undefined) : write(keyId, to, origin),
              )
              .andThen((written) =>
                rotateKeys(file).orElse((error) =>
                  written && error.type === 'no-newer-key' ? listKeys(file) : err(error),
                ),
              ),
          ),
      ),
    takeOver: (origin) =>
      trailEnd(audit).andThen<AuditEntry | undefined, TakeOverError>(({ keyId }) =>
        keyId === null || keys.trailSigner.uses(keyId)
          ? okAsync(undefined)
          : write(keyId, keys.trailSigner.keyId, origin),
      ),
  };
}
