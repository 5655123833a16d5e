import { ChangeIdentity } from '../users/change-identity.js';
import { FindUser } from '../users/find-user.js';
import type { UserDirectory } from '../users/user-directory.js';
import { ChangePermissions } from './change-permissions.js';
import { CopyPermissions } from './copy-permissions.js';
import { FindDoubtful } from './find-doubtful.js';
import type { PermissionJobs, PermissionOperations } from './permission-operations.js';
import { RemoveEverything } from './remove-everything.js';
import { RenamePermission } from './rename-permission.js';
import { RevertChanges, type RevertChangesParts } from './revert-changes.js';

/** What {@link localPermissions} is made of. */
export interface LocalPermissionsParts extends RevertChangesParts {
  readonly users: UserDirectory;
}

/** Everything that can be done to permissions over a database. */
export interface LocalPermissions extends PermissionOperations, PermissionJobs {}

/** Changes of identities, as the program itself makes them: nobody is judged. */
export function localIdentities({ users, ...parts }: LocalPermissionsParts): Pick<ChangeIdentity, 'execute'> {
  return new ChangeIdentity({ ...parts, findUser: new FindUser(users) });
}

/** Changes of permissions, as the program itself makes them: nobody is judged. */
export function localPermissions({ users, ...parts }: LocalPermissionsParts): LocalPermissions {
  const findUser = new FindUser(users);
  const changePermissions = new ChangePermissions({ ...parts, findUser });
  const revertChanges = new RevertChanges({ ...parts, users });
  const findDoubtful = new FindDoubtful({ ...parts, users });
  const copyPermissions = new CopyPermissions({ ...parts, findUser });
  const renamePermission = new RenamePermission({ ...parts, users });
  const removeEverything = new RemoveEverything({ ...parts, findUser });
  return {
    change: (orders) => changePermissions.execute(orders),
    revert: (target, options) => revertChanges.execute(target, options),
    findDoubtful: (permissions) => findDoubtful.execute(permissions),
    copy: (from, to, options) => copyPermissions.execute(from, to, options),
    rename: (renaming, options) => renamePermission.execute(renaming, options),
    removeEverything: (user, options) => removeEverything.execute(user, options),
  };
}
