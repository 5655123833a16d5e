import {
  ChangeIdentity,
  ChangePermissions,
  CopyPermissions,
  FindDoubtful,
  FindUser,
  type PermissionJobs,
  type PermissionOperations,
  RemoveEverything,
  RenamePermission,
  RevertChanges,
  type RevertChangesParts,
  type UserDirectory,
} from '@ops-admin/core';

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
  const revertChanges = new RevertChanges(parts);
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
