import type { PermissionRow, User, UserSummary } from '@ops-admin/client';

/** Returns the name of a user, else the e-mail, else the id. */
export function nameOf({ _id, emails, personalInformation }: UserSummary | User): string {
  return visible(personalInformation.name) || emails[0] || _id;
}

/** Returns the name of the user of a row, else the e-mail, else the id. */
export function rowName({ email, name, user, userId }: PermissionRow): string {
  return visible(name) || email || userId || user || '';
}

/** Returns an empty text for a name of spaces and marks alone, which readers could not see or click. */
export function visible(name = ''): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? name.trim() : '';
}
