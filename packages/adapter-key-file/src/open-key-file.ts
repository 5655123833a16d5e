import { statSync } from 'node:fs';
import { type AuditSealer, err, ok, type Result } from '@ops-admin/core';
import { addMissingKeys, createKeyFile } from './create-key-file.js';
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
  /** Seals the audit trail. */
  readonly auditSealer: AuditSealer;
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
 * Reads the keys from a file, which is created with mode 0600 if it does not exist. The first pair signs and the first
 * secret seals; the others check what they signed and sealed before. If one of the two is missing, it is made: removing the
 * pair ends all tokens, and a file from before the chain has no secret. Errors: {@link KeyFileUnusable}, also for a file
 * that anyone except this user and root can read or replace; if root owns it, its group can read it.
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
    let keys = readKeys(file);
    if (keys.pairs.length + keys.secrets.size === 0) assertComplete(keys);
    if (keys.pairs.length === 0 || keys.secrets.size === 0) {
      addMissingKeys(file);
      keys = readKeys(file);
    }
    return new LiveKeyFile(file, assertComplete(keys), () =>
      attempt(file, () => assertComplete(readKeys(file))),
    );
  });
}

/** Runs work on a key file; what it throws becomes {@link KeyFileUnusable}. */
export function attempt<T>(file: string, work: () => T): Result<T, KeyFileUnusable> {
  try {
    return ok(work());
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return err({ type: 'key-file-unusable', message: `cannot use the key file ${file}: ${detail}` });
  }
}

function assertComplete(keys: HeldKeys): HeldKeys {
  const { pairs, secrets } = keys;
  if (pairs.length + secrets.size === 0) {
    throw new Error('it holds no key of ops-admin; name another file, or restore it from a backup');
  }
  if (pairs.length === 0) throw new Error('it holds no ES256 key pair');
  if (secrets.size === 0) throw new Error('it holds no secret for the audit trail');
  return keys;
}
