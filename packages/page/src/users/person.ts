import type { PermissionRow, User, UserSummary } from '@ops-admin/client';

/** How people call a user: the name, else the e-mail, else the id. */
export function nameOf({ _id, emails, personalInformation }: UserSummary | User): string {
  return visible(personalInformation.name) || emails[0] || _id;
}

/** The same of a row of a batch. */
export function rowName({ email, name, user, userId }: PermissionRow): string {
  return visible(name) || email || userId || user || '';
}

/** Returns an empty text for a name of spaces and marks alone: nobody could see or click it. */
export function visible(name = ''): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? name.trim() : '';
}
