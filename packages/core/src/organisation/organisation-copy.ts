import type { AuditEntry } from '../audit/audit-entry.js';
import type { DepartmentRecord } from '../departments/department-record.js';
import type { EndsJson } from '../permissions/permission-ends.js';
import type { Result, ResultAsync } from '../result.js';
import type { KeptUser } from '../users/user.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/** A user as stores keep one, with the permissions as they are, even if they are not a set. */
export interface CopiedUser extends Omit<KeptUser, 'permissions'> {
  readonly permissions: readonly string[];
  /** The ends of permissions, also of those that have ended without an entry yet. */
  readonly ends?: EndsJson;
}

/**
 * One record of an organisation. They come in this order: departments, users and entries, each by id, then one `end` with the id of
 * the newest entry, 0 before the first.
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

/** A record that the store cannot hold, such as a name with NUL in PostgreSQL. */
export interface RecordUnfit {
  readonly type: 'record-unfit';
  readonly kind: 'department' | 'user' | 'entry';
  readonly id: string | number;
}

/** All records of an organisation, to copy them from one store to another. */
export interface OrganisationCopy {
  /** Yields every record, all of the moment of the first one. It ends with the first error. */
  read(): AsyncIterable<Result<CopyRecord, StoreUnavailable>>;

  /**
   * Writes records into an empty store as they are, without audit entries for it: all or none. An error among the records, or a
   * missing `end`, leaves the store empty. Errors: also those of the records.
   */
  write<E>(
    records: AsyncIterable<Result<CopyRecord, E>>,
  ): ResultAsync<undefined, CopyTargetNotEmpty | RecordUnfit | StoreUnavailable | E>;
}
