import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { type KeyFileContent, readKeyFile } from './read-key-file.js';

const KID = v.pipe(v.string(), v.nonEmpty());
const SIGNING_KEY = v.object({
  kid: KID,
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
  iat: v.number(),
});
/** The entry that ended a key, 0 if it never sealed any, and the time. */
const ENDED = v.object({ entry: v.number(), time: v.string() });
const PUBLIC_SEALING_KEY = v.object({
  kid: KID,
  kty: v.literal('OKP'),
  crv: v.literal('Ed25519'),
  x: v.string(),
  ended: v.optional(ENDED),
});
/** Without its private half it was withdrawn. */
const SEALING_KEY = v.object({ ...PUBLIC_SEALING_KEY.entries, d: v.optional(v.string()), iat: v.number() });

/** When a key that seals ended: nothing that it signs from this entry on is genuine. */
export interface KeyEnd {
  readonly entry: number;
  readonly time: string;
}

/** A key that verifies entries. */
export interface VerifyingKey {
  readonly publicKey: KeyObject;
  readonly ended: KeyEnd | undefined;
}

/** A pair that signs tokens, or did. */
export interface KeyPair {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** A pair that seals the audit log, or did, or will. */
export interface SealingPair extends VerifyingKey {
  readonly kid: string;
  /** Missing if it was withdrawn, or was in use before the one that is: it seals nothing any more. */
  readonly privateKey: KeyObject | undefined;
}

/** The keys in a file, in its order: the first of each kind is in use. */
export interface HeldKeys {
  readonly pairs: readonly KeyPair[];
  readonly seals: readonly SealingPair[];
}

/** The purpose of a key: tokens, or the audit log. */
export type KeyKind = 'sign' | 'seal';

/** The parts of a key that are not secret. */
export interface KeyMark {
  readonly kind: KeyKind;
  readonly id: string;
  /** When it was made, in seconds since 1970. */
  readonly madeAt: number;
  /** Whether its private half was taken out. */
  readonly isWithdrawn: boolean;
  readonly ended: KeyEnd | undefined;
}

/** Reads a key in a file; `undefined` for a foreign key, which is ignored. */
export function markOf(key: unknown): KeyMark | undefined {
  for (const [kind, schema] of [['sign', SIGNING_KEY] as const, ['seal', SEALING_KEY] as const]) {
    const parsed = v.safeParse(schema, key);
    if (!parsed.success) continue;
    const { d, iat, kid } = parsed.output;
    const ended = 'ended' in parsed.output ? parsed.output.ended : undefined;
    return { kind, id: kid, madeAt: iat, isWithdrawn: d === undefined, ended };
  }
  return undefined;
}

/** Reads the keys from a file. Throws an error that names the mistake in the file. */
export function readKeys(file: string): HeldKeys {
  const { keys } = readKeyFile(file);
  const pairs = keys
    .filter((key) => v.is(SIGNING_KEY, key))
    .map((jwk) => {
      const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
      return { kid: jwk.kid, privateKey, publicKey: createPublicKey(privateKey) };
    });
  const seals = keys.filter((key) => v.is(SEALING_KEY, key));
  const [inUse] = seals;
  return {
    pairs,
    seals: seals.map(({ d, ended, iat, kid, ...jwk }) => {
      const isNewer = inUse !== undefined && iat > inUse.iat && !ended;
      const signs = d !== undefined && (kid === inUse?.kid || isNewer);
      return {
        kid,
        ended,
        publicKey: createPublicKey({ key: jwk, format: 'jwk' }),
        privateKey: signs ? createPrivateKey({ key: { ...jwk, d }, format: 'jwk' }) : undefined,
      };
    }),
  };
}

/** The public halves of the pairs that seal, by their ids; the first is in use. Throws if one is not a key. */
export function publicSeals({ keys }: KeyFileContent): ReadonlyMap<string, VerifyingKey> {
  const seals = keys.filter((key) => v.is(PUBLIC_SEALING_KEY, key));
  return new Map(
    seals.map(({ crv, ended, kid, kty, x }) => [
      kid,
      { publicKey: createPublicKey({ key: { crv, kty, x }, format: 'jwk' }), ended },
    ]),
  );
}

/** A key without its secret; `undefined` for a foreign key. */
export function publicHalf(key: unknown): JsonWebKey | undefined {
  if (!markOf(key)) return undefined;
  const { d: _, ...half } = key as JsonWebKey;
  return half;
}
