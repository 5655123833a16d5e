import type { KeyObject } from 'node:crypto';

/** The ES256 pair that signs and verifies this service's own tokens. */
export interface LocalKeys {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The public key of any pair whose tokens are accepted; without it, only tokens of this pair are. */
  readonly find?: (kid: string) => KeyObject | undefined;
}

/** The claims and header of this service's own tokens. */
export const LOCAL_ISSUER = 'urn:ops-admin:local';
export const LOCAL_AUDIENCE = 'ops-admin';
export const LOCAL_ALGORITHM = 'ES256';
/** RFC 9068, section 2.1. */
export const LOCAL_TYPE = 'at+jwt';
