import { StoreFault } from '../values/store-fault.js';

/**
 * The newest entry is signed with a key that is not the one in use here: the keys were rotated, and this instance has not
 * got the new file yet, or it got a former one back. Nothing was changed. Stores report it like a lock that was not given in time.
 */
export class SealingKeyMissing extends StoreFault {
  constructor(keyId: string) {
    super(
      `the audit trail is sealed with the key ${keyId}, which the key file does not have in use; copy the newest key file here, or finish by ops-admin keys rotate`,
    );
  }
}
