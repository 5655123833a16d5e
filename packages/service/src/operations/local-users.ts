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
    list: ({ limit, ...filter } = {}) =>
      users
        .search({ ...filter, start: 0, ...(limit !== undefined && { end: limit }) })
        .map((page) => page.users.map(presentUser)),
    find: (user) => findUser.execute(user).map(presentUser),
    explain: (user) => findUser.execute(user).map((found) => explained(found, policy)),
  };
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
