import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { err, ok, type Result } from 'neverthrow';
import * as v from 'valibot';

/** The ES256 pair that signs and verifies this service's own tokens (decision 10). */
export interface LocalKeys {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Why a file cannot serve as the key file; `message` names the file and what to do. */
export interface KeysUnusable {
  readonly type: 'keys-unusable';
  readonly message: string;
}

/** A set of one private JWK (RFC 7517), so that other keys can stand beside it. */
const KEY_FILE = v.object({
  keys: v.looseTuple([
    v.looseObject({
      kid: v.pipe(v.string(), v.nonEmpty()),
      kty: v.literal('EC'),
      crv: v.literal('P-256'),
      x: v.string(),
      y: v.string(),
      d: v.string(),
    }),
  ]),
});

/** Reads the pair from a file, which is made with mode 0600 where there is none. Errors: {@link KeysUnusable}. */
export function loadLocalKeys(file: string): Result<LocalKeys, KeysUnusable> {
  const unusable = (detail: string) =>
    err({ type: 'keys-unusable' as const, message: `cannot use the key file ${file}: ${detail}` });
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats) createKeyFile(file);
    else if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) {
      return unusable(`others may read it; run chmod 600 ${file}`);
    }
    const parsed = v.safeParse(KEY_FILE, JSON.parse(readFileSync(file, 'utf8')));
    if (!parsed.success)
      return unusable('it holds no ES256 key pair; name another file, or remove it for a new one');
    const [jwk] = parsed.output.keys;
    const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
    return ok({ kid: jwk.kid, privateKey, publicKey: createPublicKey(privateKey) });
  } catch (error) {
    return unusable(error instanceof Error ? error.message : String(error));
  }
}

function createKeyFile(file: string): void {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const { crv, kty, x, y } = jwk;
  // The thumbprint of RFC 7638.
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  // Written whole before it gets its name, so that of two processes that start at once neither reads half a file.
  const draft = `${file}.${process.pid}`;
  writeFileSync(
    draft,
    `${JSON.stringify({ keys: [{ kid, alg: 'ES256', use: 'sig', ...jwk }] }, null, 2)}\n`,
    {
      mode: 0o600,
      flag: 'wx',
    },
  );
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
}
