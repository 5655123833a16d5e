import type { AccessPolicy } from '../access/access-policy.js';
import type { HeldPermission } from '../permissions/permission-set.js';
import type { ExternalIdentity, PersonalInformation, User, UserSummary } from './user.js';

/** A user as other records show them (interface, "User summary"). */
export interface UserSummaryJson {
  readonly _id: string;
  readonly emails: readonly string[];
  readonly personalInformation: PersonalInformation;
}

/** A user with what they hold. */
export interface UserJson extends UserSummaryJson {
  readonly permissions: readonly string[];
  /** The ends of permissions; the others are permanent. */
  readonly ends: Readonly<Record<string, string>>;
  readonly departmentId: string | null;
  /** Inactive users are granted nothing. */
  readonly active: boolean;
}

/** One user with all that is known. */
export interface UserDetailsJson {
  readonly user: UserJson;
  /** The newest entry about the user when they were read, 0 for none. */
  readonly newestEntry: number;
  /** The effect of each held string. */
  readonly effective: readonly HeldPermission[];
  readonly admin: boolean;
  readonly identities: readonly ExternalIdentity[];
}

/** Returns the part of a user that other records show. */
export function presentUserSummary({ id, emails, personalInformation }: UserSummary): UserSummaryJson {
  const { firstName, lastName, name } = personalInformation;
  return { _id: id, emails, personalInformation: { firstName, lastName, name } };
}

/** Returns a user with what they hold, without identities. */
export function presentUser(user: User): UserJson {
  const { active, departmentId, emails, id, permissions, personalInformation } = user;
  const { firstName, lastName, name } = personalInformation;
  return {
    _id: id,
    emails,
    personalInformation: { firstName, lastName, name },
    permissions: permissions.toArray(),
    ends: Object.fromEntries(permissions.ends),
    departmentId,
    active,
  };
}

export function presentUserDetails(
  user: User,
  newestEntry: number,
  { isAdmin }: AccessPolicy,
): UserDetailsJson {
  return {
    user: presentUser(user),
    newestEntry,
    effective: user.permissions.explain(),
    admin: user.active && isAdmin(user.permissions),
    identities: user.identities,
  };
}
