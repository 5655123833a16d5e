import { StoreFault } from '../values/store-fault.js';

/**
 * The newest entry is signed with a key that is not held, or not any more: the keys were rotated, and this instance has not
 * got the new file yet. Nothing was changed. Stores report it like a lock that was not given in time (decision 6).
 */
export class SealingKeyMissing extends StoreFault {
  constructor(keyId: string) {
    super(
      `the audit trail is sealed with the key ${keyId}, which the key file does not have, or had in use before; copy the newest key file here`,
    );
  }
}
