import type { ResultAsync } from 'neverthrow';
import type { AuditDraft, AuditEntry } from '../audit/audit-entry.js';
import type { UserNotFound } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { PermissionChange, PermissionSet } from './permission-set.js';

export type {
  AuditDraft,
  AuditEntry,
  ObjectId,
  PermissionChange,
  PermissionSet,
  StoreUnavailable,
  UserNotFound,
};

/** Where the permissions of users are kept, together with the trail of their changes. */
export interface PermissionStore {
  /** The set a user holds at this moment; a change made by any process is seen at once (decision 3). */
  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable>;

  /**
   * Reads the set, applies `change` (pure; it may run more than once), and writes the new set and its audit entry: one
   * transaction, durable before the result is there (decision 5). Concurrent changes of one user follow each other.
   */
  change(
    userId: ObjectId,
    change: (held: PermissionSet) => PermissionChange,
    draft: AuditDraft,
  ): ResultAsync<AuditEntry, UserNotFound | StoreUnavailable>;
}
