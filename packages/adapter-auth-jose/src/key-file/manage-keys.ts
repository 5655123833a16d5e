import type { JsonWebKey } from 'node:crypto';
import { err, ok, type Result } from '@ops-admin/core';
import { changeKeyFile, newSealingKey, newSigningKey } from './create-key-file.js';
import { type KeyEnd, type KeyKind, type KeyMark, markOf, publicHalf } from './held-keys.js';
import { attempt, openKeyFile } from './open-key-file.js';
import type { KeyFileUnusable } from './opened-keys.js';
import { readKeyFile } from './read-key-file.js';

/** A key as it can be shown. */
export interface ListedKey {
  readonly id: string;
  readonly kind: KeyKind;
  /** Whether it signs or seals. The others check what they signed and sealed before, or will do so next. */
  readonly inUse: boolean;
  /** Whether its private half was taken out: it only verifies the entries from before its rotation. */
  readonly withdrawn: boolean;
  /** The entry that ended a key that seals, 0 if it sealed none, and the time. */
  readonly ended?: KeyEnd;
}

/** A JWK Set without anything secret. */
export interface PublicKeySet {
  readonly keys: readonly JsonWebKey[];
}

/** The key signs or seals now: rotate first. */
export interface KeyInUse {
  readonly type: 'key-in-use';
  readonly id: string;
  readonly file: string;
}

/** The file has no such pair. */
export interface KeyNotFound {
  readonly type: 'key-not-found';
  readonly id: string;
  readonly file: string;
}

/** The file holds only the keys in use, and older ones. */
export interface NoNewerKey {
  readonly type: 'no-newer-key';
  readonly file: string;
}

const KINDS: readonly KeyKind[] = ['sign', 'seal'];

/** The keys in an existing file, without their secrets. Errors: {@link KeyFileUnusable}. */
export function listKeys(file: string): Result<readonly ListedKey[], KeyFileUnusable> {
  return openKeyFile(file, { create: false }).andThen(() => attempt(file, () => listed(file)));
}

/** The public halves of the keys, in the order of the file: they verify the audit log and tokens. */
export function listPublicKeys(file: string): Result<PublicKeySet, KeyFileUnusable> {
  return openKeyFile(file, { create: false }).andThen(() =>
    attempt(file, () => ({
      keys: readKeyFile(file)
        .keys.map(publicHalf)
        .filter((key) => key !== undefined),
    })),
  );
}

/** The id of the pair that {@link rotateKeys} makes seal next; the one in use if the file holds none that is newer. */
export function newestSealingKey(file: string): Result<string, KeyFileUnusable> {
  return attempt(file, () => {
    const { keys } = readKeyFile(file);
    const [next] = newestOf(keys, 'seal');
    const first = keys.map(markOf).find((mark) => mark?.kind === 'seal');
    const id = markOf(next)?.id ?? first?.id;
    if (id === undefined) throw new Error('it holds no pair that seals the audit log');
    return id;
  });
}

/** Adds a pair of each kind that only checks, so that every instance has them before they are used. */
export function addKeys(file: string): Result<readonly ListedKey[], KeyFileUnusable> {
  return changed<never>(file, (keys) => {
    // Newer than all others, even if the clock was set back.
    const newest = Math.max(...keys.map((key) => markOf(key)?.madeAt ?? 0));
    const added = [newSigningKey(), newSealingKey()];
    return ok([...keys, ...added.map((key) => ({ ...key, iat: Math.max(Number(key.iat), newest + 0.001) }))]);
  });
}

/** Puts the newest key of each kind in use; the others continue to check. `end` is when the one that sealed until now ended. */
export function rotateKeys(
  file: string,
  end: KeyEnd = neverUsed(),
): Result<readonly ListedKey[], KeyFileUnusable | NoNewerKey> {
  return changed<NoNewerKey>(file, (keys) => {
    const next = KINDS.flatMap((kind) => newestOf(keys, kind));
    if (next.length === 0) return err({ type: 'no-newer-key', file });
    const former = next.some((key) => markOf(key)?.kind === 'seal')
      ? keys.find((key) => markOf(key)?.kind === 'seal')
      : undefined;
    const others = keys.filter((key) => !next.includes(key));
    return ok([...next, ...others.map((key) => (key === former ? endedAt(key, end) : key))]);
  });
}

/**
 * Takes a pair out that is no longer in use, or not yet: tokens that it signed are refused from then on. Of one that sealed
 * entries the public half stays, to verify those from before its rotation.
 */
export function withdrawKey(
  file: string,
  id: string,
): Result<readonly ListedKey[], KeyFileUnusable | KeyInUse | KeyNotFound> {
  return changed<KeyInUse | KeyNotFound>(file, (keys) => {
    const key = listOf(keys).find((one) => one.id === id && !one.withdrawn);
    if (!key) return err({ type: 'key-not-found', id, file });
    if (key.inUse) return err({ type: 'key-in-use', id, file });
    const rest = (one: unknown) =>
      key.kind === 'seal' ? (publicHalf(key.ended ? one : endedAt(one, neverUsed())) ?? []) : [];
    return ok(keys.flatMap((one) => (markOf(one)?.id === id ? rest(one) : [one])));
  });
}

function neverUsed(): KeyEnd {
  return { entry: 0, time: new Date().toISOString() };
}

function endedAt(key: unknown, ended: KeyEnd): object {
  return { ...(key as object), ended };
}

/** The newest key of a kind, or none if it is already in use. */
function newestOf(keys: readonly unknown[], kind: KeyKind): unknown[] {
  const ours = keys.flatMap((key) => {
    const mark = markOf(key);
    return mark?.kind === kind && !mark.isWithdrawn && !mark.ended ? [{ key, mark }] : [];
  });
  const inUse = ours[0]?.mark.madeAt ?? 0;
  const newest = ours.reduce<{ key: unknown; mark: KeyMark } | undefined>(
    (best, one) => (one.mark.madeAt > (best?.mark.madeAt ?? inUse) ? one : best),
    undefined,
  );
  return newest ? [newest.key] : [];
}

function changed<E>(
  file: string,
  change: (keys: readonly unknown[]) => Result<readonly unknown[], E>,
): Result<readonly ListedKey[], KeyFileUnusable | E> {
  return openKeyFile(file, { create: false })
    .andThen(() => attempt(file, () => changeKeyFile(file, change)))
    .andThen((result): Result<void, KeyFileUnusable | E> => result)
    .andThen(() => attempt(file, () => listed(file)));
}

function listed(file: string): ListedKey[] {
  return listOf(readKeyFile(file).keys);
}

function listOf(keys: readonly unknown[]): ListedKey[] {
  const marks = keys.flatMap((key) => markOf(key) ?? []);
  return marks.map(({ ended, id, isWithdrawn, kind }) => ({
    id,
    kind,
    inUse: marks.find((one) => one.kind === kind)?.id === id,
    withdrawn: isWithdrawn,
    ...(ended && { ended }),
  }));
}
