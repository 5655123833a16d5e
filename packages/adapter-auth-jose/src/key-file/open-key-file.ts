import { statSync } from 'node:fs';
import { err, ok, type Result } from '@ops-admin/core';
import { fileFailure } from '@ops-admin/core/adapter';
import { createKeyFile } from './create-key-file.js';
import { type HeldKeys, publicSeals, readKeys } from './held-keys.js';
import { LiveKeyFile } from './live-key-file.js';
import type { KeyFile, KeyFileUnusable } from './opened-keys.js';
import { readPublicFile } from './read-key-file.js';

/** How to open a key file. */
export interface OpenKeyFileOptions {
  /** Whether to create the file if it does not exist; `true` by default. New keys cannot check anything old. */
  readonly create?: boolean;
}

/**
 * Reads the keys from a file, which is created with mode 0600 if it does not exist. The first pair of each kind signs
 * tokens and seals entries; the others check what they signed and sealed before. Errors: {@link KeyFileUnusable}, also for a file without
 * a pair of each kind, and for one that anyone except this user and root can read or replace; if root owns it, its group can
 * read it.
 */
export function openKeyFile(
  file: string,
  { create = true }: OpenKeyFileOptions = {},
): Result<KeyFile, KeyFileUnusable> {
  return attempt(file, () => {
    const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
    if (!create) assertThere(file);
    if (!isThere) createKeyFile(file);
    const read = () => assertComplete(readKeys(file), file);
    return new LiveKeyFile(file, read(), () => attempt(file, read));
  });
}

/** Runs work on a key file; what it throws becomes {@link KeyFileUnusable}. */
export function attempt<T>(file: string, work: () => T): Result<T, KeyFileUnusable> {
  try {
    return ok(work());
  } catch (error) {
    const detail = fileFailure(error, 'the file or its folder does not exist; name an existing one');
    return err({
      type: 'key-file-unusable',
      message: `cannot use the key file ${file}: ${detail}`,
      ...(error instanceof PublicKeysAlone && { isPublic: true }),
    });
  }
}

export function assertThere(file: string): void {
  if (!statSync(file, { throwIfNoEntry: false }))
    throw new Error('the file does not exist; name the one that was in use in OPS_AUTH_KEYS, or restore it');
}

class PublicKeysAlone extends Error {}

function assertComplete(keys: HeldKeys, file: string): HeldKeys {
  const { pairs, seals } = keys;
  if (
    pairs.length === 0 &&
    !seals.some(({ privateKey }) => privateKey) &&
    publicSeals(readPublicFile(file)).size > 0
  )
    throw new PublicKeysAlone(
      'it holds public keys alone, which verify the audit log; to change something, name the file with the private keys in OPS_AUTH_KEYS',
    );
  const what = pairs.length === 0 ? 'pair that signs tokens' : 'pair that seals the audit log';
  if (pairs.length === 0 || !seals[0]?.privateKey) {
    throw new Error(`it holds no ${what}; name another file, or restore it from a backup`);
  }
  return keys;
}
