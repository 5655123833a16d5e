import type { PermissionSet } from '../permissions/permission-set.js';
import type { ObjectId } from '../values/object-id.js';

/** Who makes a request, with what they may do at this moment. */
export interface Caller {
  readonly userId: ObjectId;
  readonly permissions: PermissionSet;
}
