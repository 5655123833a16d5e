import type { Result, TrailVerifier } from '@ops-admin/core';
import { ed25519Verifier } from './ed25519.js';
import { publicSeals } from './held-keys.js';
import { assertThere, attempt } from './open-key-file.js';
import type { KeyFileUnusable } from './opened-keys.js';
import { readPublicFile } from './read-key-file.js';

/**
 * Reads what verifies the audit log from a JWK Set (RFC 7517), as `keys list --public` prints it, or from a key file: private halves
 * are not needed. The first Ed25519 key is that in use. Errors: {@link KeyFileUnusable}, also for a set without such a key.
 */
export function openPublicKeys(file: string): Result<TrailVerifier, KeyFileUnusable> {
  return attempt(file, () => {
    assertThere(file);
    const seals = publicSeals(readPublicFile(file));
    const [keyId] = seals.keys();
    if (keyId === undefined)
      throw new Error(
        'it holds no public key that verifies the audit log (OKP, Ed25519); name another file, or restore it from a backup',
      );
    return ed25519Verifier(
      () => keyId,
      (kid) => seals.get(kid),
    );
  });
}
