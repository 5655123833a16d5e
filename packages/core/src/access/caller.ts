import type { PermissionSet } from '../permissions/permission-set.js';
import type { ObjectId } from '../values/object-id.js';

/** Who makes a request, and what they can do now. */
export interface Caller {
  readonly userId: ObjectId;
  readonly permissions: PermissionSet;
  /** When the token expires, see `VerifiedToken`. */
  readonly expiresAt?: Date;
  /** When the token is first refused, see `VerifiedToken`. */
  readonly validUntil?: Date;
}
