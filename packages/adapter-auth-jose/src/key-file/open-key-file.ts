import { statSync } from 'node:fs';
import { err, ok, type Result, type TrailSigner, type TrailVerifier } from '@ops-admin/core';
import { fileFailure } from '@ops-admin/core/adapter';
import { createKeyFile } from './create-key-file.js';
import { type HeldKeys, type KeyPair, readKeys } from './held-keys.js';
import { LiveKeyFile } from './live-key-file.js';

/** The ES256 pairs of this service's own tokens (decision 10): the one that signs, and all that check. */
export interface SigningKeys extends KeyPair {
  /** The public key of any pair in the file. */
  find(kid: string): KeyPair['publicKey'] | undefined;
}

/** What a key file holds. */
export interface KeyFile {
  readonly signing: SigningKeys;
  /** Signs entries of the audit trail (Ed25519). A key that was in use before the first one signs nothing; a newer one is only rotated to. */
  readonly trailSigner: TrailSigner;
  /** Verifies them, with the public halves of all pairs that seal. */
  readonly trailVerifier: TrailVerifier;
  /**
   * Reads the keys again if the file was changed, and returns whether it was. The current keys stay in use if the file is
   * gone or cannot be used. Do not call it in the middle of a change with several steps. Errors: {@link KeyFileUnusable}.
   */
  refresh(): Result<boolean, KeyFileUnusable>;
  /** Does that every second, and reports the result, until the returned function is called. */
  follow(heard: (refreshed: Result<boolean, KeyFileUnusable>) => void): () => void;
}

/** Why a file cannot be used as the key file; `message` names the file and what to do. */
export interface KeyFileUnusable {
  readonly type: 'key-file-unusable';
  readonly message: string;
}

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
    if (!isThere && !create) {
      throw new Error('there is no such file; name the one that was in use in OPS_AUTH_KEYS, or restore it');
    }
    if (!isThere) createKeyFile(file);
    const read = () => assertComplete(readKeys(file));
    return new LiveKeyFile(file, read(), () => attempt(file, read));
  });
}

/** Runs work on a key file; what it throws becomes {@link KeyFileUnusable}. */
export function attempt<T>(file: string, work: () => T): Result<T, KeyFileUnusable> {
  try {
    return ok(work());
  } catch (error) {
    const detail = fileFailure(error, 'there is no such file, or folder for it; name one that is there');
    return err({ type: 'key-file-unusable', message: `cannot use the key file ${file}: ${detail}` });
  }
}

function assertComplete(keys: HeldKeys): HeldKeys {
  const { pairs, seals } = keys;
  const what = pairs.length === 0 ? 'pair that signs tokens' : 'pair that seals the audit trail';
  if (pairs.length === 0 || !seals[0]?.privateKey) {
    throw new Error(`it holds no ${what}; name another file, or restore it from a backup`);
  }
  return keys;
}
