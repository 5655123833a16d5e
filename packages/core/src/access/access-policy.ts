import type { Permission } from '../permissions/permission.js';
import type { PermissionSet } from '../permissions/permission-set.js';

/** The permission that makes an admin, unless configured otherwise (decision 3). */
export const DEFAULT_ADMIN_PERMISSION: Permission = 'service.admin.access' as Permission;

/** What a caller may do. */
export class AccessPolicy {
  /** What an admin is granted. */
  readonly adminPermission: Permission;

  constructor(adminPermission: Permission = DEFAULT_ADMIN_PERMISSION) {
    this.adminPermission = adminPermission;
  }

  /** Whether anyone who holds this set may list departments and change permissions; usable as a plain function. */
  readonly isAdmin = (permissions: PermissionSet): boolean => permissions.grants(this.adminPermission);
}
