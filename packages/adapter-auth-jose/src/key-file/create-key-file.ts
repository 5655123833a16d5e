import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { err, ok, type Result } from '@ops-admin/core';
import { codeOf } from './code-of.js';
import { sha256 } from './ed25519.js';
import { type KeyFileContent, readKeyFile } from './read-key-file.js';
import { writeNew } from './write-new.js';

/** How long another process can change the file, in milliseconds. */
const LOCK_TIMEOUT_MS = 5000;
const RETRY_MS = 10;

/**
 * Creates the file whole, unless another process was faster. The draft has a random name: in containers every start has the same
 * process id, and the draft of a killed process would block all later ones.
 */
export function createKeyFile(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}.draft`;
  writeNew(draft, textOf({ keys: [newSigningKey(), newSealingKey()] }));
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/**
 * Writes what `change` makes of the keys, which stay as they are if it refuses. Only one process does this at a time: the new file
 * is written as FILE.lock, which only one can create.
 */
export function changeKeyFile<E>(
  file: string,
  change: (keys: readonly unknown[]) => Result<readonly unknown[], E>,
): Result<void, E> {
  // A symbolic link stays, and one lock guards the file behind all of its names.
  const target = realpathSync(file);
  const lock = `${target}.lock`;
  const descriptor = takeLock(lock);
  try {
    const content = readKeyFile(target);
    const changed = change(content.keys);
    if (changed.isErr()) {
      rmSync(lock);
      return err(changed.error);
    }
    writeFileSync(descriptor, textOf({ ...content, keys: changed.value }));
    // A power failure must not take away a key that has sealed entries.
    fsyncSync(descriptor);
    renameSync(lock, target);
    return ok(undefined);
  } catch (error) {
    rmSync(lock);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function takeLock(lock: string): number {
  for (const deadline = performance.now() + LOCK_TIMEOUT_MS; ; ) {
    try {
      return openSync(lock, 'wx', 0o600);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    if (performance.now() > deadline)
      throw new Error(`another command is changing it; if no command is running, remove ${lock}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
  }
}

function textOf(content: KeyFileContent): string {
  return `${JSON.stringify(content, null, 2)}\n`;
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
