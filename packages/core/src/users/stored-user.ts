import type { ArchivedUser } from '../organisation/organisation-archive.js';
import { PermissionSet } from '../permissions/permission-set.js';
import type { ObjectId } from '../values/object-id.js';
import type { ExternalIdentity, User, UserSummary } from './user.js';

/** A user as others see one, as stores of rows keep it, flat. */
export interface StoredUserSummary {
  readonly id: ObjectId;
  readonly firstName: string;
  readonly lastName: string;
  readonly name: string;
  /** A JSON array in text. */
  readonly emails: string;
}

/** A whole user as stores of rows keep it. */
export interface StoredUser extends StoredUserSummary {
  /** A JSON array in text. */
  readonly permissions: string;
  /** A JSON array of objects in text. */
  readonly identities: string;
}

/** Makes what others see of a user from a row. */
export function userSummaryOf({ id, firstName, lastName, name, emails }: StoredUserSummary): UserSummary {
  return { id, emails: JSON.parse(emails) as string[], personalInformation: { firstName, lastName, name } };
}

/** Makes a user of a row. */
export function userOf(row: StoredUser): User {
  const { emails, personalInformation } = userSummaryOf(row);
  const permissions = permissionSetOf(row.permissions);
  return { id: row.id, emails, personalInformation, permissions, identities: identitiesOf(row) };
}

/** Makes a user of a row, with the permissions as they are. */
export function archivedUserOf(row: StoredUser): ArchivedUser {
  return {
    ...userSummaryOf(row),
    permissions: JSON.parse(row.permissions) as string[],
    identities: identitiesOf(row),
  };
}

function identitiesOf({ identities }: StoredUser): ExternalIdentity[] {
  return identities === '[]' ? [] : (JSON.parse(identities) as ExternalIdentity[]);
}

/** Makes a set of permissions of stored text, a JSON array. */
export function permissionSetOf(json: string): PermissionSet {
  return PermissionSet.of(JSON.parse(json) as string[]);
}
