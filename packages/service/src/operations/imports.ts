import {
  type AccessPolicy,
  type ChangeOrigin,
  type Clock,
  type DepartmentRecord,
  draftOf,
  type Imported,
  type ImportedDepartment,
  type ImportUsersError,
  type Organisation,
  type ParentCycle,
  PermissionSet,
  type ResultAsync,
  type StoreUnavailable,
  type UsersImported,
  type UserToImport,
} from '@ops-admin/core';
import type { PreviewImport } from '@ops-admin/core/jobs';

/** A user to import, as plain data; what is missing of one who is there stays as it is. */
export interface UserRecord extends Omit<UserToImport, 'permissions'> {
  readonly permissions?: readonly string[];
}

/** Brings in whole records, all or nothing (decision 9). */
export interface Imports {
  /** Errors: `parent-cycle`. */
  departments(
    records: readonly DepartmentRecord[],
  ): ResultAsync<Imported<ImportedDepartment>, ParentCycle | StoreUnavailable>;
  /** A change of permissions or identities becomes an audit entry of this origin. Errors: {@link ImportUsersError}. */
  users(
    records: readonly UserRecord[],
    origin: ChangeOrigin,
    options: KeepAdmin,
  ): ResultAsync<UsersImported, ImportUsersError>;
}

/** Reports what {@link Imports} would do, with their errors; nothing is written. */
export interface ImportPreview {
  /** As {@link Imports}. */
  departments: Imports['departments'];
  /** As {@link Imports}. */
  users(records: readonly UserRecord[], options: KeepAdmin): ResultAsync<UsersImported, ImportUsersError>;
}

/** Whether an import that takes the last admin away is refused. */
export interface KeepAdmin {
  readonly keepAdmin: boolean;
}

/** {@link Imports} into a store. */
export function importsInto(
  organisation: Organisation,
  { adminPermission }: AccessPolicy,
  clock: Clock,
): Imports {
  return {
    departments: (records) => organisation.importDepartments(records),
    users: (records, origin, { keepAdmin }) =>
      organisation.importUsers(records.map(userOf), draftOf('set', [], origin, clock), {
        adminPermission,
        keepAdmin,
      }),
  };
}

/** {@link ImportPreview} over a store. */
export function importPreviewOf(preview: PreviewImport, { adminPermission }: AccessPolicy): ImportPreview {
  return {
    departments: (records) => preview.departments(records),
    users: (records, { keepAdmin }) => preview.users(records.map(userOf), { adminPermission, keepAdmin }),
  };
}

function userOf({ permissions, ...user }: UserRecord): UserToImport {
  return { ...user, ...(permissions && { permissions: PermissionSet.of(permissions) }) };
}
