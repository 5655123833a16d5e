import type { Permission } from '../permissions/permission.js';
import type { PermissionSet } from '../permissions/permission-set.js';
import type { Actor } from './actor.js';
import type { Caller } from './caller.js';

/** The permission that makes an admin, unless configured otherwise (decision 3). */
export const DEFAULT_ADMIN_PERMISSION: Permission = 'service.admin.access' as Permission;

/** What a caller can do. */
export class AccessPolicy {
  /** The permission that makes an admin. */
  readonly adminPermission: Permission;

  constructor(adminPermission: Permission = DEFAULT_ADMIN_PERMISSION) {
    this.adminPermission = adminPermission;
  }

  /**
   * Whether a user with this set is an admin, who can list departments and change permissions. Usable as a plain function.
   */
  readonly isAdmin = (permissions: PermissionSet): boolean => permissions.grants(this.adminPermission);

  /**
   * The caller as the actor of a change that only admins can make. The store checks their right again in the transaction
   * that writes (decision 3).
   */
  actorOf({ userId, validUntil }: Pick<Caller, 'userId' | 'validUntil'>): Actor {
    return { userId, mustHold: this.adminPermission, validUntil };
  }
}
