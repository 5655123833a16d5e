import type { Permission } from '../permissions/permission.js';
import type { PermissionSet } from '../permissions/permission-set.js';
import type { Actor } from './actor.js';
import type { Caller } from './caller.js';

/** The permission that makes an admin, unless configured otherwise. */
export const DEFAULT_ADMIN_PERMISSION: Permission = 'service.admin.access' as Permission;

/** The permission that makes a reader, unless configured otherwise. */
export const DEFAULT_READER_PERMISSION: Permission = 'service.admin.read' as Permission;

/** What a caller can do. */
export class AccessPolicy {
  /** The permission that makes an admin. */
  readonly adminPermission: Permission;
  /** The permission that makes a reader. */
  readonly readerPermission: Permission;

  constructor(
    adminPermission: Permission = DEFAULT_ADMIN_PERMISSION,
    readerPermission: Permission = DEFAULT_READER_PERMISSION,
  ) {
    this.adminPermission = adminPermission;
    this.readerPermission = readerPermission;
  }

  /** Whether a user with this set is an admin, who can change everything. Usable as a plain function. */
  readonly isAdmin = (permissions: PermissionSet): boolean => permissions.grants(this.adminPermission);

  /**
   * Whether a user with this set is a reader, who can do everything that changes nothing, dry runs included. Every admin is one.
   * Usable as a plain function.
   */
  readonly isReader = (permissions: PermissionSet): boolean =>
    this.isAdmin(permissions) || permissions.grants(this.readerPermission);

  /**
   * The caller as the actor of a change that only admins can make, or of a dry run, which readers can make too. The store checks
   * their right again in the transaction that writes.
   */
  actorOf(
    { permissions, userId, validUntil }: Omit<Caller, 'expiresAt'>,
    { dryRun = false }: { readonly dryRun?: boolean | undefined } = {},
  ): Actor {
    const isReaderAlone = dryRun && !this.isAdmin(permissions);
    return { userId, mustHold: isReaderAlone ? this.readerPermission : this.adminPermission, validUntil };
  }
}
