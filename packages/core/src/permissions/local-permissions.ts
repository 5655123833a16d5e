import type { UserDirectory } from '../users/user-directory.js';
import { ChangePermissions } from './change-permissions.js';
import { CopyPermissions } from './copy-permissions.js';
import { FindDoubtful } from './find-doubtful.js';
import type { PermissionJobs, PermissionOperations } from './permission-operations.js';
import { RemoveEverything } from './remove-everything.js';
import { RenamePermission } from './rename-permission.js';
import { RevertChanges, type RevertChangesParts } from './revert-changes.js';

/** The parts that {@link localPermissions} needs. */
export interface LocalPermissionsParts extends RevertChangesParts {
  readonly users: UserDirectory;
}

/** Every operation on permissions over a database. */
export interface LocalPermissions extends PermissionOperations, PermissionJobs {}

/** Changes of permissions, as the program itself makes them. Does not check the caller: guard it with `RequireAdmin`. */
export function localPermissions(parts: LocalPermissionsParts): LocalPermissions {
  const changePermissions = new ChangePermissions(parts);
  const revertChanges = new RevertChanges(parts);
  const findDoubtful = new FindDoubtful(parts);
  const copyPermissions = new CopyPermissions(parts);
  const renamePermission = new RenamePermission(parts);
  const removeEverything = new RemoveEverything(parts);
  return {
    change: (orders) => changePermissions.execute(orders),
    revert: (order) => revertChanges.execute(order),
    findDoubtful: (permissions) => findDoubtful.execute(permissions),
    copy: (order) => copyPermissions.execute(order),
    rename: (order) => renamePermission.execute(order),
    removeEverything: (order) => removeEverything.execute(order),
  };
}
