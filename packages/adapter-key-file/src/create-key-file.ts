import { createHash, generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';

/** Makes the file, unless another process was faster. */
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

/** Adds what the file lacks of a pair and a secret, unless another process was faster. */
export function addMissingKeys(file: string): void {
  const lock = `${file}.lock`;
  takeLock(lock);
  try {
    const content = JSON.parse(readFileSync(file, 'utf8')) as { readonly keys: readonly JsonWebKey[] };
    const lacks = (kind: string) => !content.keys.some(({ kty }) => kty === kind);
    const missing = [...(lacks('EC') ? [newSigningKey()] : []), ...(lacks('oct') ? [newAuditKey()] : [])];
    if (missing.length > 0) {
      renameSync(writeDraft(file, { ...content, keys: [...content.keys, ...missing] }), file);
    }
  } finally {
    rmdirSync(lock);
  }
}

/** Written whole before it gets its name, so that nobody reads half a file. */
function writeDraft(file: string, content: object): string {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return draft;
}

function newSigningKey(): JsonWebKey {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const { crv, kty, x, y } = jwk;
  // The thumbprint of RFC 7638.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return { kid, alg: 'ES256', use: 'sig', ...jwk };
}

function newAuditKey(): JsonWebKey {
  // No thumbprint: it would be a hash of the secret, and it is in every entry.
  const kid = `audit-${randomBytes(6).toString('hex')}`;
  return {
    kid,
    alg: 'HS256',
    key_ops: ['sign', 'verify'],
    kty: 'oct',
    k: randomBytes(32).toString('base64url'),
  };
}

/** How long another process may hold the lock, in milliseconds. */
const LOCK_TIMEOUT_MS = 5000;

function takeLock(folder: string): void {
  for (const deadline = Date.now() + LOCK_TIMEOUT_MS; ; ) {
    try {
      mkdirSync(folder);
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      if (Date.now() > deadline)
        throw new Error(`another process is changing it; if none is, remove ${folder}`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
