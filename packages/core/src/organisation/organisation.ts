import type { ActorRefused } from '../access/actor.js';
import type { AuditDraft } from '../audit/audit-entry.js';
import type {
  DepartmentChangeOptions,
  DepartmentOutcome,
  DepartmentRequest,
} from '../departments/department-change.js';
import type { DepartmentRecord } from '../departments/department-record.js';
import type { ParentCycle } from '../departments/parent-cycle.js';
import type { InvalidPermission, Permission } from '../permissions/permission.js';
import type { EndsJson, EndsSet } from '../permissions/permission-ends.js';
import type { EndPassed, TooManyPermissions, UserExists } from '../permissions/permission-store.js';
import type { ResultAsync } from '../result.js';
import type { ExternalIdentity, PersonalInformation, User } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/** A department to import; missing members of an existing one stay. */
export interface DepartmentToImport extends Partial<DepartmentRecord> {
  readonly id: ObjectId;
}

/** The numbers of created, updated and unchanged records. */
export interface ImportSummary {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

export type ImportResult = keyof ImportSummary;

export function importResult(exists: boolean, isSame: boolean): ImportResult {
  if (!exists) return 'created';
  return isSame ? 'unchanged' : 'updated';
}

/** Adds the id of the written entry, if any. */
export function withEntry<Record extends object>(record: Record, entryId: number | undefined): Record {
  return entryId === undefined ? record : { ...record, entryId };
}

/** The result of an import for a department. */
export interface ImportedDepartment {
  readonly id: ObjectId;
  readonly result: ImportResult;
  /** The members of an existing department whose values differ. */
  readonly members: readonly string[];
  /** Whether the department loses its parent and gets no other. */
  readonly lostParent: boolean;
  readonly entryId?: number;
}

/** The result of an import for a user. */
export interface ImportedUser {
  readonly id: ObjectId;
  readonly email: string | undefined;
  readonly result: ImportResult;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The ends that were set. */
  readonly ends?: EndsSet;
  readonly linked: readonly ExternalIdentity[];
  readonly unlinked: readonly ExternalIdentity[];
  /** The members of an existing user whose values differ. */
  readonly members: readonly string[];
  /** The e-mails that the user lost. */
  readonly lostEmails: readonly string[];
  /** Whether a first name, a last name or a name became empty. */
  readonly lostNames: boolean;
  /** Only with {@link ImportOptions}. */
  readonly makesAdmin?: true;
  /** The last entry that was written for the user. */
  readonly entryId?: number;
}

/** The result of an import. */
export interface Imported<Record> {
  readonly summary: ImportSummary;
  /** In the order of the import. */
  readonly records: readonly Record[];
}

/** The result of an import of users. */
export interface UsersImported extends Imported<ImportedUser> {
  /** Whether it removed the last admin; only known with {@link ImportOptions}. */
  readonly leavesNoAdmin: boolean;
  readonly open: OpenQuestions;
}

/** The questions that only all parts of an import together answer, see {@link ImportOptions}. */
export interface OpenQuestions {
  /** Whether one of its users is an admin after the import. */
  readonly hasAdmin: boolean;
  /** Its users who would no longer be admins. */
  readonly demotedAdmins: readonly ObjectId[];
}

/** A user to import; missing members of an existing user stay. */
export interface UserToImport extends Partial<Omit<User, 'id' | 'personalInformation'>> {
  readonly id: ObjectId;
  /** A name alone leaves the first and the last name of an existing user. */
  readonly personalInformation?: Partial<PersonalInformation>;
  /**
   * The ends of permissions, of which the others are permanent. Without it, the ends of `permissions` count; if those have none,
   * strings that stay keep their ends.
   */
  readonly ends?: EndsJson;
  /** Whether an existing user keeps the e-mails that the record does not name. */
  readonly keepsEmails?: boolean;
}

/** Options of an import of users. */
export interface ImportOptions {
  readonly adminPermission: Permission;
  /** Whether an import that removes the last admin is refused. */
  readonly keepAdmin: boolean;
  /** Whether the store only reads, without a lock, and the result reports what would happen. */
  readonly dryRun?: boolean;
  /** Of a dry run: whether more is imported with it, so that the open questions refuse nothing. */
  readonly isPart?: boolean;
}

/** These users would no longer be admins, and no other admin exists. */
export interface ImportLeavesNoAdmin {
  readonly type: 'import-leaves-no-admin';
  readonly admins: readonly ObjectId[];
}

/** Records that the store cannot take, or that name what does not exist: each mistake, in the order of the records. */
export interface RecordMistakes {
  readonly type: 'record-mistakes';
  readonly mistakes: readonly RecordMistake[];
}

/** A mistake in one record. */
export interface RecordMistake {
  readonly id: ObjectId;
  readonly member:
    | 'code'
    | 'department'
    | 'departmentId'
    | 'emails'
    | 'identities'
    | 'manager'
    | 'parent'
    | 'personalInformation';
  /** For people; the place precedes it. */
  readonly message: string;
}

/** Why an import of users wrote nothing. */
export type ImportUsersError =
  | RecordMistakes
  | InvalidPermission
  | TooManyPermissions
  | UserExists
  | EndPassed
  | ImportLeavesNoAdmin
  | StoreUnavailable;

/** Changes departments, and imports whole records, which replace existing ones. */
export interface Organisation {
  /**
   * Makes changes of departments one after the other in one transaction: reads all departments, checks the actor and every change
   * by `judgeDepartmentChanges`, and writes an entry for each change, durable before it answers. Returns an outcome for each
   * request; a refusal does not stop the others. Errors: `actor-refused`.
   */
  changeDepartments(
    requests: readonly DepartmentRequest[],
    options: DepartmentChangeOptions,
  ): ResultAsync<readonly DepartmentOutcome[], ActorRefused | StoreUnavailable>;

  /**
   * Imports all departments or none, with an entry made of `draft` for each new or different one. Errors: `record-mistakes` for a
   * code of another department, of the import or of the store before it; `parent-cycle`, also of existing departments.
   */
  importDepartments(
    departments: readonly DepartmentToImport[],
    draft: DepartmentRequest['draft'],
    options?: Pick<ImportOptions, 'dryRun'>,
  ): ResultAsync<Imported<ImportedDepartment>, ParentCycle | RecordMistakes | StoreUnavailable>;

  /**
   * Imports all users or none, with entries made of `draft`: `create` of a new user with what they hold; `update` for other
   * e-mails, names or another department, one for another state, one for each identity, and `set` for other permissions. Errors:
   * `record-mistakes` for an e-mail or an identity of another user, of the import or of the store before it, for a department that
   * does not exist, and for a user without an e-mail or a name. Without `options`, as where a test fills a store, admins,
   * departments and names are not checked, and a new user gets the entries of their permissions and identities.
   */
  importUsers(
    users: readonly UserToImport[],
    draft: Omit<AuditDraft, 'requested'>,
    options?: ImportOptions,
  ): ResultAsync<UsersImported, ImportUsersError>;
}
