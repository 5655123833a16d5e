import type { AccessPolicy } from '../access/access-policy.js';
import type { ChangeOrigin } from '../audit/audit-entry.js';
import type { DepartmentRepository } from '../departments/department-repository.js';
import type { Result, ResultAsync } from '../result.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { Clock } from '../values/timestamp.js';
import type { ImportedUser, ImportSummary, Organisation, UserToImport } from './organisation.js';

/** A user to import, as plain data; missing members of an existing user stay. */
export interface UserRecord extends Omit<UserToImport, 'keepsEmails' | 'permissions'> {
  readonly permissions?: readonly string[];
  /** The department by id or code, in place of `departmentId`. */
  readonly department?: string;
  /** Whether an e-mail of the record finds the user, who keeps the others. If it finds none, `id` is that of a new user. */
  readonly isFoundByEmail?: boolean;
}

/** The input of an import of users. */
export interface ImportUsersInput<Given extends UserRecord = UserRecord, E = never>
  extends ImportRun<Given, E> {
  /**
   * All users, or a function that yields them a few at a time. It is called for each reading, and must yield the same users; its
   * error ends the import.
   */
  readonly users: readonly Given[] | (() => AsyncIterable<Result<readonly Given[], E>>);
  readonly origin: ChangeOrigin;
  /** True by default. */
  readonly keepAdmin?: boolean;
  readonly dryRun?: boolean;
  /** Whether a dry run has judged the import over the same store. */
  readonly isJudged?: boolean;
}

/** Callbacks of an import of users. */
export interface ImportRun<Given extends UserRecord, E> {
  /** Accepts the preview before anything is written, or declines. */
  agree?(preview: UsersImport): ResultAsync<unknown, E>;
  /** Receives results once they are durable, in the order of the import, except those that must come last. */
  tell?(imported: readonly ImportedUser[], records: readonly Given[]): Promise<void>;
  /** Whether to stop before the next transaction. */
  isStopped?(): boolean;
}

/** The result of an import of users, or of its dry run. */
export interface UsersImport {
  readonly summary: ImportSummary;
  readonly taken: TakenFromUsers;
  /** The number of users who become admins. */
  readonly newAdmins: number;
  readonly leavesNoAdmin: boolean;
  /** Whether the import was stopped early. A second import finds the written users unchanged. */
  readonly isStopped: boolean;
}

/** The numbers of values that an import takes from existing users, and of these users. */
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
