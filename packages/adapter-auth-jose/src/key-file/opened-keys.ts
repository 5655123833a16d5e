import type { Result, TrailSigner, TrailVerifier } from '@ops-admin/core';
import type { KeyPair } from './held-keys.js';

/** The ES256 pairs of this service's own tokens: the one that signs, and all that check. */
export interface SigningKeys extends KeyPair {
  /** The public key of any pair in the file. */
  find(kid: string): KeyPair['publicKey'] | undefined;
}

/** The content of a key file. */
export interface KeyFile {
  readonly signing: SigningKeys;
  /**
   * Signs entries of the audit log (Ed25519). A key that was in use before the first one signs nothing; a newer one is only
   * rotated to.
   */
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
  /** Whether it holds public keys alone, which verify and change nothing. */
  readonly isPublic?: boolean;
}
