import {
  type ExternalIdentity,
  type ObjectId,
  PermissionSet,
  type User,
  type UserSummary,
} from '@ops-admin/core';

/** The columns of a user as others see one. */
export interface UserSummaryRow {
  readonly id: ObjectId;
  readonly firstName: string;
  readonly lastName: string;
  readonly name: string;
  readonly emails: readonly string[];
}

/** The columns of a whole user. */
export interface UserRow extends UserSummaryRow {
  /** A JSON array, in text. */
  readonly permissions: string;
  readonly identities: readonly ExternalIdentity[];
}

/** SQL for the e-mails, in their order, of the user in the row that goes by `alias`. */
export function emailsOf(alias: string): string {
  return `(select coalesce(json_agg(e.email order by e.position), '[]') from user_emails e where e.user_id = ${alias}.id)`;
}

/** SQL for the columns of a {@link UserRow} from `users u`. */
export const USER_COLUMNS: string = `
  u.id, u.first_name as "firstName", u.last_name as "lastName", u.name, u.permissions, ${emailsOf('u')} as emails,
  (select coalesce(json_agg(json_build_object('issuer', i.issuer, 'subject', i.subject) order by i.position), '[]')
   from user_identities i where i.user_id = u.id) as identities`;

export function summaryOf({ id, firstName, lastName, name, emails }: UserSummaryRow): UserSummary {
  return { id, emails, personalInformation: { firstName, lastName, name } };
}

export function userOf(row: UserRow): User {
  return {
    ...summaryOf(row),
    permissions: permissionSetOf(row.permissions),
    identities: row.identities,
  };
}

export function permissionSetOf(json: string): PermissionSet {
  return PermissionSet.of(JSON.parse(json) as string[]);
}
