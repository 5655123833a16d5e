import type { AccessPolicy } from '../access/access-policy.js';
import { FindUser } from './find-user.js';
import { presentUser } from './present-user.js';
import type { User } from './user.js';
import type { UserDirectory } from './user-directory.js';
import type { EffectivePermissionsJson, HolderJson, UserOperations } from './user-operations.js';

/** Users, as a store has them. */
export function localUsers(users: UserDirectory, policy: AccessPolicy): UserOperations {
  const findUser = new FindUser(users);
  return {
    list: ({ limit, ...filter } = {}) =>
      users
        .search({ ...filter, start: 0, ...(limit !== undefined && { end: limit }) })
        .map((page) => page.users.map(presentUser)),
    holders: (permission, isExact) =>
      users.list().map((all) => all.flatMap((user) => holderOf(user, permission, isExact))),
    find: (user) => findUser.execute(user).map(presentUser),
    explain: (user) => findUser.execute(user).map((found) => explained(found, policy)),
  };
}

function holderOf(
  { emails: [email], id, permissions, personalInformation: { name } }: User,
  permission: string,
  isExact: boolean,
): HolderJson[] {
  const granters = permissions.grantersOf([permission]);
  const through = isExact ? granters.filter((held) => held === permission) : granters;
  return through.length === 0 ? [] : [{ userId: id, ...(email !== undefined && { email }), name, through }];
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
