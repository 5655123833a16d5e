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

/** A user as `import users` takes one (decision 9). */
export interface UserJson extends UserSummaryJson {
  readonly permissions: readonly string[];
  readonly identities: readonly { readonly issuer: string; readonly subject: string }[];
}

/** The part of a user that other records show. */
export function presentUserSummary({ id, emails, personalInformation }: UserSummary): UserSummaryJson {
  const { firstName, lastName, name } = personalInformation;
  return { _id: id, emails, personalInformation: { firstName, lastName, name } };
}

/** All of a user, as plain data. */
export function presentUser(user: User): UserJson {
  const { identities, permissions } = user;
  return { ...presentUserSummary(user), permissions: [...permissions], identities };
}
