import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { readKeyFile } from './read-key-file.js';

const KID = v.pipe(v.string(), v.nonEmpty());
/** Files from before `keys add` have none. */
const IAT = v.optional(v.number(), 0);

const SIGNING_KEY = v.object({
  kid: KID,
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
  iat: IAT,
});
const AUDIT_KEY = v.object({
  kid: KID,
  kty: v.literal('oct'),
  // 256 bits in base64url.
  k: v.pipe(v.string(), v.regex(/^[\w-]{43,}$/)),
  iat: IAT,
});

/** A pair that signs tokens, or did. */
export interface KeyPair {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** The keys in a file, in its order: the first of each kind is in use. */
export interface HeldKeys {
  readonly pairs: readonly KeyPair[];
  readonly secrets: ReadonlyMap<string, KeyObject>;
}

/** What a key is for: tokens, or the audit trail. */
export type KeyKind = 'sign' | 'seal';

/** The parts of a key that are not secret. */
export interface KeyMark {
  readonly kind: KeyKind;
  readonly id: string;
  /** When it was made, in seconds since 1970; 0 if unknown. */
  readonly madeAt: number;
}

/** What a key in a file is; `undefined` for a foreign key, which is ignored. */
export function markOf(key: unknown): KeyMark | undefined {
  for (const [kind, schema] of [['sign', SIGNING_KEY] as const, ['seal', AUDIT_KEY] as const]) {
    const parsed = v.safeParse(schema, key);
    if (parsed.success) return { kind, id: parsed.output.kid, madeAt: parsed.output.iat };
  }
  return undefined;
}

/** Reads the keys from a file. Throws what is wrong with the file. */
export function readKeys(file: string): HeldKeys {
  const { keys } = readKeyFile(file);
  const pairs = keys
    .filter((key) => v.is(SIGNING_KEY, key))
    .map((jwk) => {
      const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
      return { kid: jwk.kid, privateKey, publicKey: createPublicKey(privateKey) };
    });
  const secrets = keys.filter((key) => v.is(AUDIT_KEY, key));
  return { pairs, secrets: new Map(secrets.map(({ kid, k }) => [kid, createSecretKey(k, 'base64url')])) };
}
