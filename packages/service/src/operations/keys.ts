import type { KeyFileUnusable, ListedKey, NoNewerKey } from '@ops-admin/adapter-key-file';
import { ResultAsync } from '@ops-admin/core';

export type { NoNewerKey };

/** Work on the keys of an existing file; each method returns the remaining keys, without their secrets (decision 9). */
export interface KeyCare {
  /** The keys in the file. */
  list(): ResultAsync<readonly ListedKey[], KeyFileUnusable>;
  /** Adds a pair and a secret that only check. */
  add(): ResultAsync<readonly ListedKey[], KeyFileUnusable>;
  /** Puts the newest key of each kind in use. Errors: `no-newer-key`. */
  rotate(): ResultAsync<readonly ListedKey[], KeyFileUnusable | NoNewerKey>;
}

/** {@link KeyCare} of a key file. */
export function keyCareOf(file: string): KeyCare {
  const adapter = () => ResultAsync.fromSafePromise(import('@ops-admin/adapter-key-file'));
  return {
    list: () => adapter().andThen(({ listKeys }) => listKeys(file)),
    add: () => adapter().andThen(({ addKeys }) => addKeys(file)),
    rotate: () => adapter().andThen(({ rotateKeys }) => rotateKeys(file)),
  };
}
