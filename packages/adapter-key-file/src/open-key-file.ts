import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { statSync } from 'node:fs';
import { type AuditSealer, err, ok, type Result } from '@ops-admin/core';
import * as v from 'valibot';
import { addMissingKeys, createKeyFile } from './create-key-file.js';
import { HmacAuditSealer } from './hmac-audit-sealer.js';
import { readKeyFile } from './read-key-file.js';

/** What a key file holds. */
export interface KeyFile {
  /** The ES256 pair that signs and verifies this service's own tokens (decision 10). */
  readonly signing: { readonly kid: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  /** Seals the audit trail. */
  readonly auditSealer: AuditSealer;
}

/** Why a file cannot serve as the key file; `message` names the file and what to do. */
export interface KeyFileUnusable {
  readonly type: 'key-file-unusable';
  readonly message: string;
}

const SIGNING_KEY = v.object({
  kid: v.pipe(v.string(), v.nonEmpty()),
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
});
const AUDIT_KEY = v.object({
  kid: v.pipe(v.string(), v.nonEmpty()),
  kty: v.literal('oct'),
  // 256 bits in base64url.
  k: v.pipe(v.string(), v.regex(/^[\w-]{43,}$/)),
});

/** How to open a key file. */
export interface OpenKeyFileOptions {
  /** Whether the file is made where there is none; `true` by default. New keys can check nothing old. */
  readonly create?: boolean;
}

/**
 * Reads the keys from a file, which is made with mode 0600 where there is none. The first pair signs; the first secret
 * seals, the others are of entries from before it. Where one of the two is missing it is made: a pair that was taken out
 * ends all tokens, a file from before the chain has no secret. Errors: {@link KeyFileUnusable}, also for a file that anyone
 * but this user and root can read or replace; a group may read one of root.
 */
export function openKeyFile(
  file: string,
  { create = true }: OpenKeyFileOptions = {},
): Result<KeyFile, KeyFileUnusable> {
  const unusable = (detail: string) =>
    err({ type: 'key-file-unusable' as const, message: `cannot use the key file ${file}: ${detail}` });
  try {
    const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
    if (!isThere && !create) {
      return unusable('there is no such file; name the one that was in use in OPS_AUTH_KEYS, or restore it');
    }
    if (!isThere) createKeyFile(file);
    let [pairs, secrets] = readKeys(file);
    if (pairs.length + secrets.length === 0) {
      return unusable('it holds none of our keys; name another file, or restore it from a backup');
    }
    if (pairs.length === 0 || secrets.length === 0) {
      addMissingKeys(file);
      [pairs, secrets] = readKeys(file);
    }
    const [jwk] = pairs;
    if (!jwk) return unusable('it holds no ES256 key pair');
    const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
    return ok({
      signing: { kid: jwk.kid, privateKey, publicKey: createPublicKey(privateKey) },
      auditSealer: new HmacAuditSealer(
        new Map(secrets.map(({ kid, k }) => [kid, createSecretKey(k, 'base64url')])),
      ),
    });
  } catch (error) {
    return unusable(error instanceof Error ? error.message : String(error));
  }
}

/** What is neither kind of key is passed over. */
function readKeys(
  file: string,
): [pairs: v.InferOutput<typeof SIGNING_KEY>[], secrets: v.InferOutput<typeof AUDIT_KEY>[]] {
  const { keys } = readKeyFile(file);
  return [keys.filter((key) => v.is(SIGNING_KEY, key)), keys.filter((key) => v.is(AUDIT_KEY, key))];
}
