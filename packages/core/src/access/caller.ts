import type { PermissionSet } from '../permissions/permission-set.js';
import type { ObjectId } from '../values/object-id.js';

/** The user who sends a request, and what they can do now. */
export interface Caller {
  readonly userId: ObjectId;
  readonly permissions: PermissionSet;
  /** See `VerifiedToken`, also for `validUntil`. */
  readonly expiresAt?: Date;
  readonly validUntil?: Date;
}
