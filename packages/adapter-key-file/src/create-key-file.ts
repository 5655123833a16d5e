import { createHash, generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync } from 'node:fs';
import { codeOf } from './code-of.js';
import { writeDraft } from './key-file-draft.js';
import { takeLock } from './key-file-lock.js';
import { readKeyFile } from './read-key-file.js';

/** Creates the file, unless another process was faster. */
export function createKeyFile(file: string): void {
  const draft = writeDraft(file, { keys: [newSigningKey(), newAuditKey()] });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/** Adds the missing pair or secret to the file, unless another process was faster. */
export function addMissingKeys(file: string): void {
  changeKeyFile(file, (keys) => {
    const lacks = (kind: string) => !keys.some((key) => (key as JsonWebKey | null)?.kty === kind);
    const missing = [...(lacks('EC') ? [newSigningKey()] : []), ...(lacks('oct') ? [newAuditKey()] : [])];
    return missing.length === 0 ? undefined : [...keys, ...missing];
  });
}

/**
 * Writes what `change` makes of the keys; if it returns nothing, they stay as they are. Only one process does this at a
 * time.
 */
export function changeKeyFile(
  file: string,
  change: (keys: readonly unknown[]) => readonly unknown[] | undefined,
): void {
  const lock = takeLock(file);
  try {
    const content = readKeyFile(file);
    const keys = change(content.keys);
    if (!keys) return;
    const draft = writeDraft(file, { ...content, keys });
    lock.assertHeld();
    renameSync(draft, file);
  } finally {
    lock.release();
  }
}

/** When a key was made, in seconds since 1970: `keys rotate` takes the newest. */
const madeNow = () => ({ iat: Date.now() / 1000 });

/** A new pair. */
export function newSigningKey(): JsonWebKey {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const { crv, kty, x, y } = jwk;
  // The thumbprint of RFC 7638.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return { kid, alg: 'ES256', use: 'sig', ...madeNow(), ...jwk };
}

/** A new secret. */
export function newAuditKey(): JsonWebKey {
  // Not a thumbprint: it would be a hash of the secret, and it is in every entry.
  const kid = `audit-${randomBytes(6).toString('hex')}`;
  return {
    kid,
    alg: 'HS256',
    key_ops: ['sign', 'verify'],
    ...madeNow(),
    kty: 'oct',
    k: randomBytes(32).toString('base64url'),
  };
}
