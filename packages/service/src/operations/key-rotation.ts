import type {
  KeyEnd,
  KeyFile,
  KeyFileUnusable,
  ListedKey,
  NoNewerKey,
} from '@ops-admin/adapter-auth-jose/key-file';
import {
  type AuditEntry,
  type AuditLog,
  type ChangeOrigin,
  type Clock,
  err,
  type KeyTakeOver,
  ok,
  okAsync,
  type Result,
  ResultAsync,
  type StoreUnavailable,
  type TrailMoved,
  type TrailStore,
} from '@ops-admin/core';
import { checkNewestEntry, draftedNow, type ForeignEntry, trailEnd } from '@ops-admin/core/operations';

/** A rotation back to a key that was rotated out, which would prove nothing: a newer one is needed. */
export interface FormerKey {
  readonly type: 'former-key';
  readonly id: string;
  readonly file: string;
}

/** The newest entry is not by the key that was in use then: a key that vouched for it would make it genuine. */
export interface TrailEndForeign extends ForeignEntry {
  readonly type: 'trail-end-foreign';
}

/** Why the rotation was not written. */
export type TakeOverError = FormerKey | StoreUnavailable | TrailEndForeign | TrailMoved;

/** Why the keys were not rotated. */
export type RotationError = KeyFileUnusable | NoNewerKey | TakeOverError;

/** Puts other keys in use, which is an entry of the trail. */
export interface KeyRotation {
  /**
   * Puts the newest pair of each kind in use, and returns the keys without their secrets. The entry is written first: after a
   * stop in between, the same call finishes. Errors: `no-newer-key`, `former-key`; `trail-end-foreign` if the newest entry is not
   * by the key in use; `trail-moved` if somebody else rotated meanwhile. Nothing was written then.
   */
  rotate(origin: ChangeOrigin): ResultAsync<readonly ListedKey[], RotationError>;
  /** The rotation that the next entry follows, if the store was opened with new keys. */
  readonly takeOver: KeyTakeOver | undefined;
  /** Writes the entry of {@link takeOver}, unless another entry has followed it already. Errors: `trail-moved`. */
  finishTakeOver(): ResultAsync<unknown, StoreUnavailable | TrailMoved>;
}

export interface KeyRotationParts {
  readonly file: string;
  readonly keys: KeyFile;
  /** See {@link takeOverOf}. */
  readonly takeOver: KeyTakeOver | undefined;
  readonly audit: AuditLog;
  readonly trail: Pick<TrailStore, 'rotate'>;
  readonly clock: Clock;
}

/** More than anybody ever rotated. */
const MAX_ROTATIONS = 10_000;

function rotationsIn(audit: AuditLog): ResultAsync<readonly AuditEntry[], StoreUnavailable> {
  return audit.list({ action: 'rotate', limit: MAX_ROTATIONS, newestFirst: true });
}

function isFormer(id: string, rotations: readonly AuditEntry[]): boolean {
  return rotations.some(({ requested: [before] }) => before === id);
}

function foreign(found: ForeignEntry): Result<never, TrailEndForeign> {
  return err({ type: 'trail-end-foreign', ...found });
}

/**
 * The rotation by which the keys of a file continue a log, if none of them sealed the newest entry; `undefined` if one did. It is
 * written in the transaction of the next entry, so that a refused change leaves the log as it was. What the lost keys sealed
 * can still be verified with their public halves. Errors: `former-key`; `trail-end-foreign` if the newest entry was altered, or
 * its key has ended.
 */
export function takeOverOf(
  { audit, file, keys }: Pick<KeyRotationParts, 'audit' | 'file' | 'keys'>,
  origin: ChangeOrigin,
): ResultAsync<KeyTakeOver | undefined, TakeOverError> {
  return trailEnd(audit).andThen<KeyTakeOver | undefined, TakeOverError>(({ digest, id, keyId }) => {
    const signer = keys.trailSigner;
    const to = signer.keyId;
    if (keyId === null || digest === null || signer.uses(keyId)) return okAsync(undefined);
    if (keys.trailVerifier.endedBy?.(keyId) !== undefined)
      return foreign({ entryId: id, keyId, problem: 'former-key' });
    return rotationsIn(audit).andThen<KeyTakeOver, TakeOverError>((rotations) =>
      isFormer(to, rotations)
        ? err({ type: 'former-key', id: to, file })
        : checkNewestEntry(audit, keys.trailVerifier).andThen<KeyTakeOver, TakeOverError>((found) =>
            found && found.problem !== 'unknown-key'
              ? foreign(found)
              : ok({ after: digest, from: keyId, to, origin }),
          ),
    );
  });
}

export function keyRotationOf(parts: KeyRotationParts): KeyRotation {
  const { audit, takeOver } = parts;
  return {
    rotate: (origin) => new ResultAsync(rotate(parts, origin)),
    takeOver,
    finishTakeOver: () =>
      trailEnd(audit).andThen<unknown, StoreUnavailable | TrailMoved>(({ digest }) =>
        takeOver?.after === digest
          ? write(parts, takeOver.from, takeOver.to, takeOver.origin)
          : ok(undefined),
      ),
  };
}

function write({ clock, trail }: KeyRotationParts, from: string, to: string, origin: ChangeOrigin) {
  return trail.rotate({ ...draftedNow(origin, clock), from, to });
}

function endOf({ id, time }: AuditEntry): KeyEnd {
  return { entry: id, time };
}

async function rotate(
  parts: KeyRotationParts,
  origin: ChangeOrigin,
): Promise<Result<readonly ListedKey[], RotationError>> {
  const { audit, file, keys } = parts;
  const { listKeys, newestSealingKey, rotateKeys } = await import('@ops-admin/adapter-auth-jose/key-file');
  const newest = newestSealingKey(file);
  if (newest.isErr()) return err(newest.error);
  const to = newest.value;
  const rotations = await rotationsIn(audit);
  if (rotations.isErr()) return err(rotations.error);
  if (isFormer(to, rotations.value)) return err({ type: 'former-key', id: to, file });

  // A signature after the end vouches for the entries before it.
  const checked = await checkNewestEntry(audit, keys.trailVerifier);
  if (checked.isErr()) return err(checked.error);
  if (checked.value) return foreign(checked.value);
  const last = await trailEnd(audit);
  if (last.isErr()) return err(last.error);
  const { id, keyId } = last.value;
  const inUse = keys.trailSigner.keyId;
  if (keyId !== null && keyId !== inUse && keyId !== to)
    return foreign({ entryId: id, keyId, problem: 'former-key' });
  if (to === inUse) return err({ type: 'no-newer-key', file });

  // The entry comes first. With another key it was written before a stop, and only the file is behind; or the log is empty.
  const entry: Result<AuditEntry | undefined, StoreUnavailable | TrailMoved> =
    keyId === inUse
      ? await write(parts, keyId, to, origin)
      : ok(rotations.value.find(({ requested: [, next] }) => next === to));
  if (entry.isErr()) return err(entry.error);
  return rotateKeys(file, entry.value && endOf(entry.value)).orElse((error) =>
    // Another process finished this rotation.
    error.type === 'no-newer-key' ? listKeys(file) : err(error),
  );
}
