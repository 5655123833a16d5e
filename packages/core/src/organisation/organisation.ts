import type { AuditDraft } from '../audit/audit-entry.js';
import type { Permission } from '../permissions/permission.js';
import type { PermissionSet } from '../permissions/permission-set.js';
import type { TooManyPermissions } from '../permissions/permission-store.js';
import type { ResultAsync } from '../result.js';
import type { ExternalIdentity, User, UserSummary } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Timestamp } from '../values/timestamp.js';

export type {
  AuditDraft,
  ExternalIdentity,
  ObjectId,
  Permission,
  PermissionSet,
  StoreUnavailable,
  Timestamp,
  TooManyPermissions,
  User,
  UserSummary,
};

/** A department as it is kept. */
export interface DepartmentRecord {
  readonly id: ObjectId;
  readonly name: string;
  readonly description: string;
  readonly code: string;
  readonly parentId: ObjectId | null;
  readonly managerId: ObjectId | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}

/** How many records an import made, altered, and found as they already were. */
export interface ImportSummary {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** What an import made of a record. */
export type ImportResult = 'created' | 'updated' | 'unchanged';

/** The result for a department. */
export interface ImportedDepartment {
  readonly id: ObjectId;
  readonly result: ImportResult;
}

/** The result for a user. */
export interface ImportedUser {
  readonly id: ObjectId;
  readonly email: string | undefined;
  readonly result: ImportResult;
  /** The permissions that were added or removed. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The identities that were taken from the user. */
  readonly unlinked: readonly ExternalIdentity[];
  /** The last entry that was written for the user; missing if none was. */
  readonly entryId?: number;
}

/** What an import did. */
export interface Imported<Record> {
  readonly summary: ImportSummary;
  /** In the order of the import. */
  readonly records: readonly Record[];
}

/** What an import of users did. */
export interface UsersImported extends Imported<ImportedUser> {
  /** Whether it removed the last admin; only known if {@link ImportOptions} names what makes an admin. */
  readonly leavesNoAdmin: boolean;
}

/** A user to import; missing parts of a user who already exists stay as they are (decision 9). */
export interface UserToImport extends UserSummary {
  readonly permissions?: PermissionSet;
  readonly identities?: readonly ExternalIdentity[];
  readonly departmentId?: ObjectId | null;
  readonly active?: boolean;
}

/** How users are imported. */
export interface ImportOptions {
  /** What makes an admin. */
  readonly adminPermission: Permission;
  /** Whether an import that removes the last admin is refused. */
  readonly keepAdmin: boolean;
  /** Whether nothing is written, and the result is what would be; `false` by default. It takes no lock. */
  readonly dryRun?: boolean;
}

/** The import would remove the admin rights of these users, and there is no other admin. */
export interface ImportLeavesNoAdmin {
  readonly type: 'import-leaves-no-admin';
  readonly admins: readonly ObjectId[];
}

/** A department would be below itself; `cycle` names each department of the cycle once. */
export interface ParentCycle {
  readonly type: 'parent-cycle';
  readonly cycle: readonly ObjectId[];
}

/** An identity already belongs to another user, or is given to one user twice. */
export interface IdentityTaken {
  readonly type: 'identity-taken';
  readonly identity: ExternalIdentity;
  /** The user who has it, and the user who should get it. */
  readonly owner: ObjectId;
  readonly claimant: ObjectId;
}

/** Why an import of users wrote nothing. */
export type ImportUsersError = IdentityTaken | TooManyPermissions | ImportLeavesNoAdmin | StoreUnavailable;

/** Imports whole records; each call is all or nothing, and a record that already exists is replaced. */
export interface Organisation {
  /** Errors: `parent-cycle`, also if the cycle includes departments that already exist. */
  importDepartments(
    departments: readonly DepartmentRecord[],
    options?: Pick<ImportOptions, 'dryRun'>,
  ): ResultAsync<Imported<ImportedDepartment>, ParentCycle | StoreUnavailable>;

  /**
   * If a user's permissions change, `draft` becomes an audit entry with the action `set` (decision 6); its `requested` is
   * the user's whole new set. Before that come an `update` of a user whose e-mails, names or department are others now, an
   * entry if the state is, and one for each identity that is given or taken. Without `options` admins are not checked.
   */
  importUsers(
    users: readonly UserToImport[],
    draft: Omit<AuditDraft, 'requested'>,
    options?: ImportOptions,
  ): ResultAsync<UsersImported, ImportUsersError>;
}
