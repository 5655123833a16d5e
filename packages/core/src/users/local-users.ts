import type { AccessPolicy } from '../access/access-policy.js';
import { FindUser } from './find-user.js';
import { holderOf } from './holder.js';
import { presentUser, presentUserSummary } from './present-user.js';
import type { User } from './user.js';
import type { UserDirectory } from './user-directory.js';
import type { EffectivePermissionsJson, UserOperations } from './user-operations.js';

/** The parts that {@link localUsers} needs. */
export interface LocalUsersParts {
  readonly users: UserDirectory;
  readonly policy: AccessPolicy;
}

/** The users of a store. Does not check the caller: guard it with `RequireAdmin`. */
export function localUsers({ policy, users }: LocalUsersParts): UserOperations {
  const findUser = new FindUser({ users });
  return {
    list: ({ limit, ...filter } = {}) =>
      users
        .search({ ...filter, start: 0, ...(limit !== undefined && { end: limit }) })
        .map((page) => page.users.map(presentUser)),
    holders: (permission, isExact) =>
      users
        .list()
        .map((all) =>
          all.flatMap(
            (user) => holderOf(presentUserSummary(user), user.permissions, permission, isExact) ?? [],
          ),
        ),
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
