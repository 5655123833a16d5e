import type { User, UserSummary } from './user.js';

/** A user as other records show them (interface, "User summary"). */
export interface UserSummaryJson {
  readonly _id: string;
  readonly emails: readonly string[];
  readonly personalInformation: {
    readonly firstName: string;
    readonly lastName: string;
    readonly name: string;
  };
}

/** A user with what they hold (decision 11). */
export interface PermittedUserJson extends UserSummaryJson {
  readonly permissions: readonly string[];
}

/** A user as `import users` takes them (decision 9). HTTP never shows their identities (decision 12). */
export interface UserJson extends PermittedUserJson {
  readonly identities?: readonly { readonly issuer: string; readonly subject: string }[];
}

/** The part of a user that other records show. */
export function presentUserSummary({ id, emails, personalInformation }: UserSummary): UserSummaryJson {
  const { firstName, lastName, name } = personalInformation;
  return { _id: id, emails, personalInformation: { firstName, lastName, name } };
}

/** A user with what they hold, but without who can act as them. */
export function presentPermittedUser(user: User): PermittedUserJson {
  return { ...presentUserSummary(user), permissions: user.permissions.toArray() };
}

/** All data of a user, as plain data. */
export function presentUser(user: User): UserJson {
  return { ...presentPermittedUser(user), identities: user.identities };
}
