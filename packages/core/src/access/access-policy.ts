import type { Permission } from '../permissions/permission.js';
import type { PermissionSet } from '../permissions/permission-set.js';
import type { Actor } from './actor.js';
import type { Caller } from './caller.js';

export const DEFAULT_ADMIN_PERMISSION: Permission = 'service.admin.access' as Permission;

export const DEFAULT_READER_PERMISSION: Permission = 'service.admin.read' as Permission;

/** The two permissions that make admins and readers. */
export class AccessPolicy {
  readonly adminPermission: Permission;
  readonly readerPermission: Permission;

  constructor(
    adminPermission: Permission = DEFAULT_ADMIN_PERMISSION,
    readerPermission: Permission = DEFAULT_READER_PERMISSION,
  ) {
    this.adminPermission = adminPermission;
    this.readerPermission = readerPermission;
  }

  /** Reports whether a user with this set is an admin, who can change everything. Usable as a plain function. */
  readonly isAdmin = (permissions: PermissionSet): boolean => permissions.grants(this.adminPermission);

  /**
   * Reports whether a user with this set is a reader, who can send every request that changes nothing. Every admin is one. Usable
   * as a plain function.
   */
  readonly isReader = (permissions: PermissionSet): boolean =>
    this.isAdmin(permissions) || permissions.grants(this.readerPermission);

  /** Returns the caller as the actor of a change, which needs an admin, or of a dry run, which needs a reader. */
  actorOf(
    { permissions, userId, validUntil }: Omit<Caller, 'expiresAt'>,
    { dryRun = false }: { readonly dryRun?: boolean | undefined } = {},
  ): Actor {
    const isReaderAlone = dryRun && !this.isAdmin(permissions);
    return { userId, mustHold: isReaderAlone ? this.readerPermission : this.adminPermission, validUntil };
  }
}
