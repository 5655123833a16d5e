import { randomBytes } from 'node:crypto';
import {
  type CopiedUser,
  type ExternalIdentity,
  type KeptUser,
  type ObjectId,
  PermissionSet,
  type Timestamp,
  timestampOf,
  type User,
  type UserSummary,
} from '@ops-admin/core';
import { endsJson } from '@ops-admin/core/adapter';
import type { Dialect } from './dialect.js';

/** A user as others see one, as stores of rows keep it, flat. */
export interface StoredUserSummary {
  readonly id: ObjectId;
  readonly firstName: string;
  readonly lastName: string;
  readonly name: string;
  readonly emails: string;
}

/** A whole user as stores of rows keep it. */
export interface StoredUser extends StoredUserSummary {
  /** See `Dialect.heldBy`. */
  readonly permissions: string | null;
  readonly identities: string;
  readonly departmentId: ObjectId | null;
  readonly active: number;
}

/** A user with internal fields, which no answer shows. */
export interface StoredKeptUser extends StoredUser {
  readonly salt: string;
}

/** The salt of a new user: 128 random bits. */
export function newSalt(): string {
  return randomBytes(16).toString('base64url');
}

export function userSummaryOf({ id, firstName, lastName, name, emails }: StoredUserSummary): UserSummary {
  return { id, emails: JSON.parse(emails) as string[], personalInformation: { firstName, lastName, name } };
}

/** Makes a user of a row, with all that is kept: what has ended is judged by the moment. */
export function userOf(row: StoredUser): User {
  const { emails, personalInformation } = userSummaryOf(row);
  const permissions = permissionSetOf(row);
  const { active, departmentId, id } = row;
  const identities = identitiesOf(row);
  return { id, emails, personalInformation, permissions, identities, departmentId, active: active === 1 };
}

export function keptUserOf(row: StoredKeptUser): KeptUser {
  return { ...userOf(row), salt: row.salt };
}

export function copiedUserOf(row: StoredKeptUser): CopiedUser {
  const { permissions, ...user } = keptUserOf(row);
  const ends = endsJson(permissions.ends);
  return { ...user, permissions: permissions.toArray(), ...(ends && { ends }) };
}

function identitiesOf({ identities }: StoredUser): ExternalIdentity[] {
  return identities === '[]' ? [] : (JSON.parse(identities) as ExternalIdentity[]);
}

/** Makes a set of permissions of stored text, as it is kept. */
export function permissionSetOf({ permissions }: Pick<StoredUser, 'permissions'>): PermissionSet {
  if (permissions === null) return NOTHING;
  const lines = permissions.split('\n');
  if (!permissions.includes('\t')) return PermissionSet.of(lines);
  const ends = new Map<string, Timestamp>();
  const strings = lines.map((line) => {
    const [permission = '', until] = line.split('\t');
    // With SQL, any number can be written there: a value that is not a time ends nothing.
    if (until !== undefined) timestampOf(new Date(Number(until))).map((end) => ends.set(permission, end));
    return permission;
  });
  return PermissionSet.of(strings, ends);
}

const NOTHING = PermissionSet.of([]);

/** SQL for the e-mails, as a JSON array in their order, of the user in the row with this alias. */
export function emailsOf(dialect: Dialect, alias: string): string {
  return dialect.jsonList('email', `user_emails where user_id = ${alias}.id`, 'position');
}

export function summaryColumns(dialect: Dialect): string {
  return `u.id, u.first_name as "firstName", u.last_name as "lastName", u.name, ${emailsOf(dialect, 'u')} as emails`;
}

export function userColumns(dialect: Dialect): string {
  const identity = dialect.jsonObject({ issuer: 'issuer', subject: 'subject' });
  const identities = dialect.jsonList(identity, 'user_identities where user_id = u.id', 'position');
  return `${summaryColumns(dialect)}, ${dialect.heldBy('u.id')} as permissions, u.department_id as "departmentId", u.active, ${identities} as identities`;
}

export function keptUserColumns(dialect: Dialect): string {
  return `${userColumns(dialect)}, u.salt`;
}
