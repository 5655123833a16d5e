/** The possible signature algorithms; never `none` or an HMAC. */
export const SIGNATURE_ALGORITHMS = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
] as const;
/** One of {@link SIGNATURE_ALGORITHMS}. */
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** Which tokens are accepted (RFC 8725, RFC 9068). */
export interface JwtPolicy {
  readonly algorithms: readonly SignatureAlgorithm[];
  readonly audience: string;
  /** The issuer that a token must name; any if not set, because the keys belong to one issuer. */
  readonly issuer?: string | undefined;
  /** Values of the header `typ`, as {@link tokenType} writes them. */
  readonly types: readonly string[];
  /** How much clocks can differ, in whole seconds. */
  readonly clockTolerance: number;
  /** The longest time from `iat` to `exp`, in seconds. */
  readonly maxLifetime: number;
}

/** A `typ` in lower case and without the optional `application/` (RFC 7515, section 4.1.9). */
export function tokenType(typ: string): string {
  return typ.toLowerCase().replace(/^application\//, '');
}
