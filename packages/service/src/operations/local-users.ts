import {
  type AccessPolicy,
  type EffectivePermissionsJson,
  FindUser,
  type IdentityRegistry,
  parseLinkableIdentity,
  presentUser,
  type User,
  type UserDirectory,
  type UserOperations,
} from '@ops-admin/core';

/** What {@link localUsers} is made of. */
export interface LocalUsersParts {
  readonly identities: IdentityRegistry;
  readonly policy: AccessPolicy;
  readonly users: UserDirectory;
}

/** Users, as a store has them. */
export function localUsers({ identities, policy, users }: LocalUsersParts): UserOperations {
  const findUser = new FindUser(users);
  return {
    list: ({ holds } = {}) =>
      users.list().map((all) => all.filter((user) => isMeant(user, holds)).map(presentUser)),
    find: (user) => findUser.execute(user).map(presentUser),
    explain: (user) => findUser.execute(user).map((found) => explained(found, policy)),
    link: (user, { issuer, subject }) =>
      parseLinkableIdentity({ issuer, subject }).asyncAndThen((identity) =>
        findUser
          .execute(user)
          .andThen(({ id }) =>
            identities.link(id, identity).map((result) => ({ user: id, result, issuer, subject })),
          ),
      ),
    unlink: (user, { issuer, subject }) =>
      parseLinkableIdentity({ issuer, subject }).asyncAndThen((identity) =>
        findUser
          .execute(user)
          .andThen(({ id }) =>
            identities.unlink(id, identity).map((result) => ({ user: id, result, issuer, subject })),
          ),
      ),
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
