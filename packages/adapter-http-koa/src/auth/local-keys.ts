import type { KeyObject } from 'node:crypto';

/** The ES256 pair that signs and verifies this service's own tokens (decision 10). */
export interface LocalKeys {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}
