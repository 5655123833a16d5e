import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { linkSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { codeOf } from './code-of.js';
import { sha256 } from './ed25519.js';
import { writeDraft } from './key-file-draft.js';
import { takeLock } from './key-file-lock.js';
import { readKeyFile } from './read-key-file.js';

/** Creates the file, unless another process was faster. */
export function createKeyFile(file: string): void {
  const draft = writeDraft(file, { keys: [newSigningKey(), newSealingKey()] });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/**
 * Writes what `change` makes of the keys; if it returns nothing, they stay as they are. Only one process does this at a
 * time.
 */
export function changeKeyFile(
  file: string,
  change: (keys: readonly unknown[]) => readonly unknown[] | undefined,
): void {
  // A symbolic link stays, and one lock guards the file behind all of its names.
  const target = realpathSync(file);
  const lock = takeLock(target);
  try {
    const content = readKeyFile(target);
    const keys = change(content.keys);
    if (!keys) return;
    const draft = writeDraft(target, { ...content, keys });
    lock.assertHeld();
    renameSync(draft, target);
  } finally {
    lock.release();
  }
}

/** When a key was made, in seconds since 1970: `keys rotate` takes the newest. */
const madeNow = () => ({ iat: Date.now() / 1000 });

export function newSigningKey(): JsonWebKey {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const { crv, kty, x, y } = jwk;
  const kid = thumbprint({ crv, kty, x, y });
  return isOption(kid) ? newSigningKey() : { kid, alg: 'ES256', use: 'sig', ...madeNow(), ...jwk };
}

export function newSealingKey(): JsonWebKey {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const { crv, kty, x } = jwk;
  const kid = thumbprint({ crv, kty, x });
  return isOption(kid) ? newSealingKey() : { kid, alg: 'EdDSA', use: 'sig', ...madeNow(), ...jwk };
}

/** The thumbprint of RFC 7638, of members in the order of their names. */
function thumbprint(members: object): string {
  return sha256(JSON.stringify(members));
}

/** A command would take such an id for an option. */
function isOption(kid: string): boolean {
  return kid.startsWith('-');
}
