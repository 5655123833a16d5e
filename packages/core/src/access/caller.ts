import type { PermissionSet } from '../permissions/permission-set.js';
import type { ObjectId } from '../values/object-id.js';

/** Who makes a request, with what they may do at this moment. */
export interface Caller {
  readonly userId: ObjectId;
  readonly permissions: PermissionSet;
  /** As the token says, see `VerifiedToken`. */
  readonly expiresAt?: Date;
  /** From when on the token is refused, see `VerifiedToken`. */
  readonly validUntil?: Date;
}
