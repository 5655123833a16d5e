import { StoreFault } from '../values/store-fault.js';

/**
 * The newest entry is signed by a key that is not in use here: the keys were rotated and this instance has the former file, or has
 * it back. Nothing was changed. Stores report it like a lock that was not granted in time.
 */
export class SealingKeyMissing extends StoreFault {
  constructor(keyId: string) {
    super(
      `the audit log is sealed with the key ${keyId}, which the key file does not have in use; copy the newest key file here, or finish by ops-admin keys rotate`,
    );
  }
}
