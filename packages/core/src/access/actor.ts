import type { Permission } from '../permissions/permission.js';
import type { ObjectId } from '../values/object-id.js';

/** A user who asks for a change; the store judges them in the transaction that makes it (decision 3). */
export interface Actor {
  readonly userId: ObjectId;
  /** What they must be granted. */
  readonly mustHold: Permission;
  /** From this moment on their token is no longer valid; missing where it has no end. */
  readonly validUntil?: Date | undefined;
}

/** Why the change of an actor was not made: their token has expired, they are not a user any more, or the right is gone. */
export interface ActorRefused {
  readonly type: 'actor-refused';
  readonly reason: 'expired' | 'unknown' | 'not-granted';
}
