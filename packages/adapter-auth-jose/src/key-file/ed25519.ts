import { hash, type KeyObject, sign, verify } from 'node:crypto';
import type { TrailSigner, TrailVerifier } from '@ops-admin/core';
import type { VerifyingKey } from './held-keys.js';

/** SHA-256 of the UTF-8 of a text, in base64url without padding. */
export function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** Signs with private keys; `find` gives those that sign. */
export function ed25519Signer(
  keyId: () => string,
  uses: (keyId: string) => boolean,
  find: (keyId: string) => KeyObject | undefined,
): TrailSigner {
  // Before a store adds to an entry it asks for the signature of that again.
  let last: { readonly key: KeyObject; readonly text: string; readonly signature: string } | undefined;
  return {
    get keyId() {
      return keyId();
    },
    digest: sha256,
    uses,
    sign: (id, text) => {
      const key = find(id);
      if (!key) return undefined;
      if (last?.key !== key || last.text !== text)
        last = { key, text, signature: sign(null, Buffer.from(text, 'ascii'), key).toString('base64url') };
      return last.signature;
    },
  };
}

export function ed25519Verifier(
  keyId: () => string,
  find: (keyId: string) => VerifyingKey | undefined,
): TrailVerifier {
  return {
    get keyId() {
      return keyId();
    },
    digest: sha256,
    endedBy: (id) => find(id)?.ended?.entry,
    verify: async (id, text, signature) => {
      const key = find(id)?.publicKey;
      if (!key) return undefined;
      const bytes = Buffer.from(signature, 'base64url');
      // Other texts of the same bytes were not written by us.
      return bytes.toString('base64url') === signature && (await verified(text, key, bytes));
    },
  };
}

/** Runs in the thread pool, where signatures are verified concurrently. */
function verified(text: string, key: KeyObject, signature: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    verify(null, Buffer.from(text, 'ascii'), key, signature, (error, isGenuine) => {
      if (error) reject(error);
      else resolve(isGenuine);
    });
  });
}
