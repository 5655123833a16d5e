import type { AuditDraft, AuditEntry } from '../audit/audit-entry.js';
import type { ResultAsync } from '../result.js';
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

/** A change of one user. */
export interface ChangeRequest {
  readonly userId: ObjectId;
  /** Pure; it may run more than once. `undefined` leaves the set alone and writes no entry. */
  readonly change: (held: PermissionSet) => PermissionChange | undefined;
  readonly draft: AuditDraft;
}

/** The change would leave no admin at all. */
export interface NoAdminLeft {
  readonly type: 'no-admin-left';
  readonly user: ObjectId;
}

/** What became of a request. */
export type ChangeOutcome =
  | { readonly type: 'changed'; readonly entry: AuditEntry }
  | { readonly type: 'left-alone' }
  | UserNotFound
  | NoAdminLeft;

/** Whether a request was not carried out; with `atomic`, one of these undoes the others. */
export function isFailure({ type }: ChangeOutcome): boolean {
  return type === 'user-not-found' || type === 'no-admin-left';
}

/** Who is an admin. */
export type IsAdmin = (permissions: PermissionSet) => boolean;

/** How several changes are made. */
export interface ChangeOptions {
  /** Where it is given, the change that would take the last of these away is not made: `no-admin-left`. */
  readonly keepAdmin?: IsAdmin | undefined;
  /** Whether nothing is written where any request fails, see {@link isFailure}. */
  readonly atomic?: boolean;
  /** Whether nothing is written at all; the outcomes are those it would have had. */
  readonly dryRun?: boolean;
}

/** Where the permissions of users are kept, together with the trail of their changes. */
export interface PermissionStore {
  /** The set a user holds at this moment; a change made by any process is seen at once (decision 3). */
  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable>;

  /**
   * Reads the set, applies the change, and writes the new set and its audit entry: one transaction, durable before the
   * result is there (decision 5). Concurrent changes of one user follow each other.
   */
  change(
    userId: ObjectId,
    change: (held: PermissionSet) => PermissionChange,
    draft: AuditDraft,
  ): ResultAsync<AuditEntry, UserNotFound | StoreUnavailable>;

  /** The same for many, one after the other in one transaction; gives an outcome for each. */
  changeAll(
    requests: readonly ChangeRequest[],
    options?: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], StoreUnavailable>;

  /** Whether any user is an admin. */
  hasAdmin(isAdmin: IsAdmin): ResultAsync<boolean, StoreUnavailable>;
}
