import {
  type ChangeOrigin,
  type Clock,
  type DepartmentRecord,
  draftOf,
  type IdentityTaken,
  type ImportSummary,
  type Organisation,
  type ParentCycle,
  PermissionSet,
  type ResultAsync,
  type StoreUnavailable,
  type TooManyPermissions,
  type User,
} from '@ops-admin/core';

/** A user to import, as plain data. */
export interface UserRecord extends Omit<User, 'permissions'> {
  readonly permissions: readonly string[];
}

/** Brings in whole records, all or nothing; one that is there already is replaced (decision 9). */
export interface Imports {
  /** Errors: `parent-cycle`. */
  departments(
    records: readonly DepartmentRecord[],
  ): ResultAsync<ImportSummary, ParentCycle | StoreUnavailable>;
  /** A change of permissions becomes an audit entry of this origin. Errors: `identity-taken`, `too-many-permissions`. */
  users(
    records: readonly UserRecord[],
    origin: ChangeOrigin,
  ): ResultAsync<ImportSummary, IdentityTaken | TooManyPermissions | StoreUnavailable>;
}

/** {@link Imports} into a store. */
export function importsInto(organisation: Organisation, clock: Clock): Imports {
  return {
    departments: (records) => organisation.importDepartments(records),
    users: (records, origin) =>
      organisation.importUsers(
        records.map((record) => ({ ...record, permissions: PermissionSet.of(record.permissions) })),
        draftOf('set', [], origin, clock),
      ),
  };
}
