import { err, type Result } from '@ops-admin/core';
import { changeKeyFile, newAuditKey, newSigningKey } from './create-key-file.js';
import { type KeyKind, type KeyMark, markOf } from './held-keys.js';
import { attempt, type KeyFileUnusable, openKeyFile } from './open-key-file.js';
import { readKeyFile } from './read-key-file.js';

/** A key as it can be shown. */
export interface ListedKey {
  readonly id: string;
  readonly kind: KeyKind;
  /** Whether it signs or seals. The others check what they signed and sealed before, or will do so next. */
  readonly inUse: boolean;
}

/** There is no key newer than those in use. */
export interface NoNewerKey {
  readonly type: 'no-newer-key';
  readonly file: string;
}

const KINDS: readonly KeyKind[] = ['sign', 'seal'];

/** The keys in an existing file, without their secrets. Errors: {@link KeyFileUnusable}. */
export function listKeys(file: string): Result<readonly ListedKey[], KeyFileUnusable> {
  return openKeyFile(file, { create: false }).andThen(() => attempt(file, () => listed(file)));
}

/** Adds a pair and a secret that only check, so that every instance has them before they are used. */
export function addKeys(file: string): Result<readonly ListedKey[], KeyFileUnusable> {
  return changed(file, (keys) => {
    // Newer than all others, even if the clock was set back.
    const newest = Math.max(...keys.map((key) => markOf(key)?.madeAt ?? 0));
    const added = [newSigningKey(), newAuditKey()];
    return [...keys, ...added.map((key) => ({ ...key, iat: Math.max(Number(key.iat), newest + 0.001) }))];
  });
}

/** Puts the newest key of each kind in use; the others continue to check. */
export function rotateKeys(file: string): Result<readonly ListedKey[], KeyFileUnusable | NoNewerKey> {
  let isRotated = false;
  return changed(file, (keys) => {
    const next = KINDS.flatMap((kind) => newestOf(keys, kind));
    isRotated = next.length > 0;
    return isRotated ? [...next, ...keys.filter((key) => !next.includes(key))] : undefined;
  }).andThen((now) => (isRotated ? attempt(file, () => now) : err({ type: 'no-newer-key' as const, file })));
}

/** The newest key of a kind, or none if it is already in use. */
function newestOf(keys: readonly unknown[], kind: KeyKind): unknown[] {
  const ours = keys.flatMap((key) => {
    const mark = markOf(key);
    return mark?.kind === kind ? [{ key, mark }] : [];
  });
  const inUse = ours[0]?.mark.madeAt ?? 0;
  const newest = ours.reduce<{ key: unknown; mark: KeyMark } | undefined>(
    (best, one) => (one.mark.madeAt > (best?.mark.madeAt ?? inUse) ? one : best),
    undefined,
  );
  return newest ? [newest.key] : [];
}

function changed(
  file: string,
  change: (keys: readonly unknown[]) => readonly unknown[] | undefined,
): Result<readonly ListedKey[], KeyFileUnusable> {
  return openKeyFile(file, { create: false }).andThen(() =>
    attempt(file, () => {
      changeKeyFile(file, change);
      return listed(file);
    }),
  );
}

function listed(file: string): ListedKey[] {
  const marks = readKeyFile(file).keys.flatMap((key) => markOf(key) ?? []);
  return marks.map(({ id, kind }) => ({
    id,
    kind,
    inUse: marks.find((one) => one.kind === kind)?.id === id,
  }));
}
