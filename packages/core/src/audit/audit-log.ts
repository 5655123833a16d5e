import type { ResultAsync } from 'neverthrow';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditEntry } from './audit-entry.js';

export type { AuditEntry, ObjectId, StoreUnavailable };

/** Which part of the trail to read. */
export interface AuditQuery {
  /** Only changes of this user. */
  readonly userId?: ObjectId;
  /** Only entries with a higher id. */
  readonly afterId?: number;
  /** At most this many entries, at least 1. */
  readonly limit: number;
}

/** The trail of permission changes, for reading; `PermissionStore` and `Organisation` write it. */
export interface AuditLog {
  /** The entries that match, oldest first. */
  list(query: AuditQuery): ResultAsync<readonly AuditEntry[], StoreUnavailable>;
}
