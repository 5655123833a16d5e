import type { Permission } from '../permissions/permission.js';
import type { Caller } from './caller.js';

/** The permission that makes an admin, unless configured otherwise (decision 3). */
export const DEFAULT_ADMIN_PERMISSION: Permission = 'service.admin.access' as Permission;

/** What a caller may do. */
export class AccessPolicy {
  readonly #adminPermission: Permission;

  constructor(adminPermission: Permission = DEFAULT_ADMIN_PERMISSION) {
    this.#adminPermission = adminPermission;
  }

  /** Whether the caller may list departments and change permissions. */
  isAdmin(caller: Caller): boolean {
    return caller.permissions.grants(this.#adminPermission);
  }
}
