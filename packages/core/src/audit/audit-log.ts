import type { ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Timestamp } from '../values/timestamp.js';
import type { AuditEntry, AuditSource } from './audit-entry.js';

export type { AuditEntry, AuditSource, ObjectId, StoreUnavailable, Timestamp };

/** What entries must have, all of it. */
export interface AuditFilter {
  /** Whose permissions were changed. */
  readonly userId?: ObjectId;
  readonly actor?: string;
  readonly source?: AuditSource;
  /** The run they belong to. */
  readonly batch?: string;
  /** A string that was added or removed, to the letter. */
  readonly permission?: string;
  /** The earliest and the latest time, both included. */
  readonly since?: Timestamp;
  readonly until?: Timestamp;
}

/** Which part of the trail to read. */
export interface AuditQuery extends AuditFilter {
  /** Only entries after this one, in the order that is asked for. */
  readonly afterId?: number;
  /** Newest first; oldest first by default. */
  readonly newestFirst?: boolean;
  /** At most this many entries, at least 1. */
  readonly limit: number;
}

/** The trail of permission changes, for reading; `PermissionStore` and `Organisation` write it. */
export interface AuditLog {
  /** The entries that match, in the order of their ids. */
  list(query: AuditQuery): ResultAsync<readonly AuditEntry[], StoreUnavailable>;
  /** The entry with this id, or `undefined` where there is none. */
  find(id: number): ResultAsync<AuditEntry | undefined, StoreUnavailable>;
}
