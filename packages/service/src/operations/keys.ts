import type {
  KeyFileUnusable,
  KeyInUse,
  KeyNotFound,
  ListedKey,
  NoNewerKey,
  PublicKeySet,
} from '@ops-admin/adapter-auth-jose/key-file';
import { ResultAsync } from '@ops-admin/core';

export type { KeyInUse, KeyNotFound, NoNewerKey, PublicKeySet };

/** Work on the keys of an existing file; most methods return the remaining keys, without their secrets. */
export interface KeyCare {
  list(): ResultAsync<readonly ListedKey[], KeyFileUnusable>;
  /** Their public halves, which verify the trail. */
  listPublic(): ResultAsync<PublicKeySet, KeyFileUnusable>;
  /** Adds a pair of each kind that only checks. */
  add(): ResultAsync<readonly ListedKey[], KeyFileUnusable>;
  /** Takes out a pair that is no longer in use. Errors: `key-in-use`, `key-not-found`. */
  withdraw(id: string): ResultAsync<readonly ListedKey[], KeyFileUnusable | KeyInUse | KeyNotFound>;
}

export function keyCareOf(file: string): KeyCare {
  const adapter = () => ResultAsync.fromSafePromise(import('@ops-admin/adapter-auth-jose/key-file'));
  return {
    list: () => adapter().andThen(({ listKeys }) => listKeys(file)),
    listPublic: () => adapter().andThen(({ listPublicKeys }) => listPublicKeys(file)),
    add: () => adapter().andThen(({ addKeys }) => addKeys(file)),
    withdraw: (id) => adapter().andThen(({ withdrawKey }) => withdrawKey(file, id)),
  };
}
