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

/** A department to import; missing parts of one that already exists stay as they are. */
export interface DepartmentToImport extends Partial<DepartmentRecord> {
  readonly id: ObjectId;
}

/** The numbers of records that an import created, updated, and found unchanged. */
export interface ImportSummary {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** The result of an import for one record. */
export type ImportResult = 'created' | 'updated' | 'unchanged';

/** The result of an import for a department. */
export interface ImportedDepartment {
  readonly id: ObjectId;
  readonly result: ImportResult;
  /** The members whose values differ, of a department that existed. */
  readonly members: readonly string[];
  /** Whether the department loses its parent and gets no other. */
  readonly lostParent: boolean;
  /** The entry that was written for it; missing if none was. */
  readonly entryId?: number;
}

/** The result of an import for a user. */
export interface ImportedUser {
  readonly id: ObjectId;
  readonly email: string | undefined;
  readonly result: ImportResult;
  /** The permissions that were added or removed. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The ends that were set; missing if none was. */
  readonly ends?: EndsSet;
  /** The identities that the user got, and lost. */
  readonly linked: readonly ExternalIdentity[];
  readonly unlinked: readonly ExternalIdentity[];
  /** The members whose values differ, of a user who existed. */
  readonly members: readonly string[];
  /** The e-mails that the user lost. */
  readonly lostEmails: readonly string[];
  /** Whether a first name, a last name or a name became empty. */
  readonly lostNames: boolean;
  /** Whether the user becomes an admin; only if {@link ImportOptions} names the permission of an admin. */
  readonly makesAdmin?: true;
  /** The last entry that was written for the user; missing if none was. */
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
  /** Whether it removed the last admin; only known if {@link ImportOptions} names the permission of an admin. */
  readonly leavesNoAdmin: boolean;
  /** The questions that only all parts of an import together answer, see {@link ImportOptions}. */
  readonly open: OpenQuestions;
}

/** The questions that a part of an import cannot answer alone. */
export interface OpenQuestions {
  /** Whether one of its users is an admin after the import. */
  readonly hasAdmin: boolean;
  /** Its users who would no longer be admins. */
  readonly demotedAdmins: readonly ObjectId[];
}

/** A user to import; missing parts of a user who already exists stay as they are. */
export interface UserToImport extends Partial<Omit<User, 'id' | 'personalInformation'>> {
  readonly id: ObjectId;
  /** A name alone leaves the first and the last name of a user who exists. */
  readonly personalInformation?: Partial<PersonalInformation>;
  /**
   * The ends of permissions, of which the others are permanent. Without it, the ends of `permissions` count, and if those have
   * none, strings that stay keep their ends.
   */
  readonly ends?: EndsJson;
  /** Whether a user who exists keeps the e-mails that the record does not name. */
  readonly keepsEmails?: boolean;
}

/** Options of an import of users. */
export interface ImportOptions {
  /** The permission of an admin. */
  readonly adminPermission: Permission;
  /** Whether an import that removes the last admin is refused. */
  readonly keepAdmin: boolean;
  /** Whether nothing is written and no lock is taken, and the result reports what would be; `false` by default. */
  readonly dryRun?: boolean;
  /** Of a dry run: whether more is imported with it, so that the open questions are reported and refuse nothing. */
  readonly isPart?: boolean;
}

/** These users would no longer be admins, and no other admin exists. */
export interface ImportLeavesNoAdmin {
  readonly type: 'import-leaves-no-admin';
  readonly admins: readonly ObjectId[];
}

/** Records that the store cannot take as they are: each mistake, in the order of the records. */
export interface RecordMistakes {
  readonly type: 'record-mistakes';
  readonly mistakes: readonly RecordMistake[];
}

/** A mistake in one record. */
export interface RecordMistake {
  readonly id: ObjectId;
  readonly member: 'code' | 'departmentId' | 'emails' | 'identities' | 'personalInformation';
  /** What is wrong, for people; the place comes before it. */
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

/** Changes departments, and imports whole records: a record that already exists is replaced. */
export interface Organisation {
  /**
   * Makes changes of departments one after the other in one transaction: reads all departments, checks the actor and every change by
   * `judgeDepartmentChanges`, and writes an entry for each change, durable before it answers. Gives an outcome for each request; one
   * that is refused does not stop the others. Errors: `actor-refused`, by the time when the transaction begins.
   */
  changeDepartments(
    requests: readonly DepartmentRequest[],
    options: DepartmentChangeOptions,
  ): ResultAsync<readonly DepartmentOutcome[], ActorRefused | StoreUnavailable>;

  /**
   * All or nothing; each department that is new or different becomes an audit entry with the action `department`, made of
   * `draft`. Errors: `record-mistakes` for a code of another department, of the import or of the store before it; `parent-cycle`, also if the
   * cycle includes departments that already exist.
   */
  importDepartments(
    departments: readonly DepartmentToImport[],
    draft: DepartmentRequest['draft'],
    options?: Pick<ImportOptions, 'dryRun'>,
  ): ResultAsync<Imported<ImportedDepartment>, ParentCycle | RecordMistakes | StoreUnavailable>;

  /**
   * All or nothing; what changes becomes audit entries made of `draft`: `create` of a new user with what they hold; `update` of one
   * whose e-mails, names or department are others now, an entry if the state is, one for each identity that is given or taken, and
   * `set` if permissions change. Errors: `record-mistakes` for an e-mail or an identity of another user, of the import or of the store before it,
   * for a department that does not exist, for a new user without an e-mail or a name, and for a record that takes the last e-mail or
   * the name of a user. Without `options`, as where a store is filled for a test, admins, departments and names are not checked, and
   * the entries of a new user are those of what they hold and who can act as them.
   */
  importUsers(
    users: readonly UserToImport[],
    draft: Omit<AuditDraft, 'requested'>,
    options?: ImportOptions,
  ): ResultAsync<UsersImported, ImportUsersError>;
}
