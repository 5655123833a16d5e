import {
  type AccessPolicy,
  type EffectivePermissionsJson,
  FindUser,
  presentUser,
  type User,
  type UserDirectory,
  type UserOperations,
} from '@ops-admin/core';

/** Users, as a store has them. */
export function localUsers(users: UserDirectory, policy: AccessPolicy): UserOperations {
  const findUser = new FindUser(users);
  return {
    list: ({ holds } = {}) =>
      users.list().map((all) => all.filter((user) => isMeant(user, holds)).map(presentUser)),
    find: (user) => findUser.execute(user).map(presentUser),
    explain: (user) => findUser.execute(user).map((found) => explained(found, policy)),
  };
}

function isMeant({ permissions }: User, holds: string | undefined): boolean {
  return holds === undefined || permissions.remove([holds]).removed.length > 0;
}

function explained({ id, permissions }: User, { isAdmin }: AccessPolicy): EffectivePermissionsJson {
  return {
    user: id,
    admin: isAdmin(permissions),
    permissions: permissions.explain().map(({ permission, module, coveredBy }) => ({
      permission,
      grants: module === undefined ? 'itself' : 'module',
      ...(module !== undefined && { module }),
      coveredBy,
    })),
  };
}
