import type { AccessPolicy } from '../access/access-policy.js';
import { type ChangeOrigin, draftOf } from '../audit/audit-entry.js';
import { PermissionSet } from '../permissions/permission-set.js';
import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import type {
  DepartmentRecord,
  Imported,
  ImportedDepartment,
  ImportUsersError,
  Organisation,
  ParentCycle,
  UsersImported,
  UserToImport,
} from './organisation.js';

/** A user to import, as plain data; missing parts of a user who already exists stay as they are (decision 9). */
export interface UserRecord extends Omit<UserToImport, 'permissions'> {
  readonly permissions?: readonly string[];
}

/** Who is imported. */
export interface ImportUsersInput {
  readonly users: readonly UserRecord[];
  readonly origin: ChangeOrigin;
  /** Whether an import that removes the last admin is refused; yes by default (decision 9). */
  readonly keepAdmin?: boolean;
  /** Whether nothing is written, and the records say what would be. */
  readonly dryRun?: boolean;
}

/** What is imported. */
export interface ImportDepartmentsInput {
  readonly departments: readonly DepartmentRecord[];
  /** Whether nothing is written, and the records say what would be. */
  readonly dryRun?: boolean;
}

/** Imports whole records, all or nothing; a record that already exists is replaced (decision 9). */
export interface ImportOperations {
  /** A change of permissions or identities becomes an audit entry. */
  users(input: ImportUsersInput): ResultAsync<UsersImported, ImportUsersError>;
  /** Errors: `parent-cycle`, `store-unavailable`. */
  departments(
    input: ImportDepartmentsInput,
  ): ResultAsync<Imported<ImportedDepartment>, ParentCycle | StoreUnavailable>;
}

/** Needed by {@link importOperations}. */
export interface ImportOperationsPorts {
  readonly organisation: Organisation;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
}

/** Imports into a store. Does not check the caller: guard it with `AccessOperations`. */
export function importOperations({ clock, organisation, policy }: ImportOperationsPorts): ImportOperations {
  return {
    users: ({ dryRun = false, keepAdmin = true, origin, users }) =>
      organisation.importUsers(users.map(userToImport), draftOf('set', [], origin, clock), {
        adminPermission: policy.adminPermission,
        keepAdmin,
        dryRun,
      }),
    departments: ({ departments, dryRun = false }) => organisation.importDepartments(departments, { dryRun }),
  };
}

/** A record as stores take it. */
function userToImport({ permissions, ...user }: UserRecord): UserToImport {
  return { ...user, ...(permissions && { permissions: PermissionSet.of(permissions) }) };
}
