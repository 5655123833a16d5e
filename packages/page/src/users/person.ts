import type { PermissionRow, User, UserSummary } from '@ops-admin/client';

/** How people call a user: the name, else the e-mail, else the id. */
export function nameOf({ _id, emails, personalInformation }: UserSummary | User): string {
  return personalInformation.name.trim() || emails[0] || _id;
}

/** The same of a row of a run. */
export function rowName({ email, name, user, userId }: PermissionRow): string {
  return name || email || userId || user || '';
}
