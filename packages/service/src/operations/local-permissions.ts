import {
  ChangeIdentity,
  ChangePermissions,
  FindUser,
  type PermissionOperations,
  RevertChanges,
  type RevertChangesParts,
  type UserDirectory,
} from '@ops-admin/core';

/** What {@link localPermissions} is made of. */
export interface LocalPermissionsParts extends RevertChangesParts {
  readonly users: UserDirectory;
}

/** Changes of identities, as the program itself makes them: nobody is judged. */
export function localIdentities({ users, ...parts }: LocalPermissionsParts): Pick<ChangeIdentity, 'execute'> {
  return new ChangeIdentity({ ...parts, findUser: new FindUser(users) });
}

/** Changes of permissions, as the program itself makes them: nobody is judged. */
export function localPermissions({ users, ...parts }: LocalPermissionsParts): PermissionOperations {
  const changePermissions = new ChangePermissions({ ...parts, findUser: new FindUser(users) });
  const revertChanges = new RevertChanges({ ...parts, users });
  return {
    change: (orders) => changePermissions.execute(orders),
    revert: (target, options) => revertChanges.execute(target, options),
  };
}
