import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';

/** A private key as a JWK; the kid is its thumbprint (RFC 7638), unless the maker chose another. */
export type SigningKey = JWK & { readonly kid: string; readonly alg: string };

/** A new key for a signature algorithm: ES256, ES384, ES512, EdDSA, RS256, PS256 and their larger kin. */
export async function newSigningKey(alg = 'ES256'): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, alg, use: 'sig', kid: await calculateJwkThumbprint(jwk) };
}

/** The public part of a key. */
export function publicHalf({ d, p, q, dp, dq, qi, ...published }: SigningKey): JWK {
  return published;
}
