import type { AccessPolicy } from '../access/access-policy.js';
import type { ChangeOrigin } from '../audit/audit-entry.js';
import type { DepartmentRepository } from '../departments/department-repository.js';
import type { Result, ResultAsync } from '../result.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { ObjectId } from '../values/object-id.js';
import type { Clock } from '../values/timestamp.js';
import type { ImportedUser, ImportSummary, Organisation, UserToImport } from './organisation.js';

/** A user to import, as plain data; missing parts of a user who already exists stay as they are. */
export interface UserRecord extends Omit<UserToImport, 'keepsEmails' | 'permissions'> {
  readonly permissions?: readonly string[];
  /** The department by its id or code, in place of `departmentId`. */
  readonly department?: string;
  /** Whether the user is the one who has an e-mail of the record, and keeps the others. If there is none, `id` is that of a new user. */
  readonly isFoundByEmail?: boolean;
}

/** Records name departments or users that are not there, or no single one. */
export interface UnknownReferences {
  readonly type: 'unknown-references';
  readonly unknown: readonly UnknownReference[];
}

/** What a record names in vain. */
export interface UnknownReference {
  readonly id: ObjectId;
  readonly member: 'code' | 'department' | 'departmentId' | 'manager' | 'parent';
  /** What is wrong, for people; the place comes before it. */
  readonly message: string;
}

/** Who is imported. */
export interface ImportUsersInput<Given extends UserRecord = UserRecord, E = never>
  extends ImportRun<Given, E> {
  /**
   * All of them, or what gives them, a few at a time. That is called anew for each reading, and gives the same each time; its error
   * ends the import.
   */
  readonly users: readonly Given[] | (() => AsyncIterable<Result<readonly Given[], E>>);
  readonly origin: ChangeOrigin;
  /** Whether an import that removes the last admin is refused; yes by default. */
  readonly keepAdmin?: boolean;
  /** Whether nothing is written, and the records say what would be. */
  readonly dryRun?: boolean;
  /** Whether a dry run has judged the import over the same store, such as an empty one. */
  readonly isJudged?: boolean;
}

/** What is asked and told while users are imported. */
export interface ImportRun<Given extends UserRecord, E> {
  /** Agrees to the preview before anything is written, or does not. Without it, a small import is judged where it is written. */
  agree?(preview: UsersImport): ResultAsync<unknown, E>;
  /** Gets what became of users, once it is durable; in the order of the import, but for those that must come last. */
  tell?(imported: readonly ImportedUser[], records: readonly Given[]): Promise<void>;
  /** Whether to stop before the next transaction. */
  isStopped?(): boolean;
}

/** What an import of users did, or would do. */
export interface UsersImport {
  readonly summary: ImportSummary;
  readonly taken: TakenFromUsers;
  readonly leavesNoAdmin: boolean;
  /** Whether it was stopped before its end. Running it again finds what is written unchanged. */
  readonly isStopped: boolean;
}

/** What an import takes from users who are there: how many of each, and of how many users. */
export interface TakenFromUsers {
  readonly users: number;
  readonly permissions: number;
  readonly identities: number;
  readonly emails: number;
  readonly names: number;
}

/** Needed by {@link importOperations}. */
export interface ImportOperationsPorts {
  readonly organisation: Pick<Organisation, 'importDepartments' | 'importUsers'>;
  readonly departments: Pick<DepartmentRepository, 'idsNamed'>;
  readonly users: Pick<UserDirectory, 'find' | 'idsByEmail'>;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
}
