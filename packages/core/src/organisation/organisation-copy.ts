import type { AuditEntry } from '../audit/audit-entry.js';
import type { DepartmentRecord } from '../departments/department-record.js';
import type { EndsJson } from '../permissions/permission-ends.js';
import type { Result, ResultAsync } from '../result.js';
import type { KeptUser } from '../users/user.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/** A user as kept; the permissions are as they were, even if they are not a set. */
export interface CopiedUser extends Omit<KeptUser, 'permissions'> {
  readonly permissions: readonly string[];
  /** When permissions end, also those that have ended without an entry yet; missing if none does. */
  readonly ends?: EndsJson;
}

/**
 * One record of an organisation. All of them come in this order: departments, users and entries, each by id, then
 * one `end`. Its `lastEntryId` is the number of the newest entry; 0 before the first.
 */
export type CopyRecord =
  | { readonly type: 'department'; readonly department: DepartmentRecord }
  | { readonly type: 'user'; readonly user: CopiedUser }
  | { readonly type: 'entry'; readonly entry: AuditEntry }
  | { readonly type: 'end'; readonly lastEntryId: number };

/** The store is not empty. */
export interface CopyTargetNotEmpty {
  readonly type: 'copy-target-not-empty';
}

/** A record that the store cannot hold as it is, such as a name with the character NUL in PostgreSQL. */
export interface RecordUnfit {
  readonly type: 'record-unfit';
  readonly kind: 'department' | 'user' | 'entry';
  readonly id: string | number;
}

/** All records of an organisation, to copy them from one store to another. */
export interface OrganisationCopy {
  /** Every record, as of the moment when the first is read, however long it takes. It ends with the first error. */
  read(): AsyncIterable<Result<CopyRecord, StoreUnavailable>>;

  /**
   * Writes records into an empty store exactly as they are, without an entry about it. All or nothing: an error among the
   * records, or a stream without its `end`, leaves the store empty. Errors: also those of the records.
   */
  write<E>(
    records: AsyncIterable<Result<CopyRecord, E>>,
  ): ResultAsync<undefined, CopyTargetNotEmpty | RecordUnfit | StoreUnavailable | E>;
}
