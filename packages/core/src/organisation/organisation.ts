import type { AuditDraft } from '../audit/audit-entry.js';
import type { TooManyPermissions } from '../permissions/permission-store.js';
import type { ResultAsync } from '../result.js';
import type { ExternalIdentity, User } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Timestamp } from '../values/timestamp.js';

export type { AuditDraft, ExternalIdentity, ObjectId, StoreUnavailable, Timestamp, TooManyPermissions, User };

/** A department as it is kept. */
export interface DepartmentRecord {
  readonly id: ObjectId;
  readonly name: string;
  readonly description: string;
  readonly code: string;
  readonly parentId: ObjectId | null;
  readonly managerId: ObjectId | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}

/** How many records an import made, altered, and found as they already were. */
export interface ImportSummary {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** A department would be below itself; `cycle` names each department on the way round once. */
export interface ParentCycle {
  readonly type: 'parent-cycle';
  readonly cycle: readonly ObjectId[];
}

/** An identity already belongs to another user, or is given to one user twice. */
export interface IdentityTaken {
  readonly type: 'identity-taken';
  readonly identity: ExternalIdentity;
  /** The user who has it, and the one who was to get it. */
  readonly owner: ObjectId;
  readonly claimant: ObjectId;
}

/** Brings in whole records; each call is all or nothing, and a record that is already there is replaced. */
export interface Organisation {
  /** Errors: `parent-cycle`, also where the cycle closes over departments that are already there. */
  importDepartments(
    departments: readonly DepartmentRecord[],
  ): ResultAsync<ImportSummary, ParentCycle | StoreUnavailable>;

  /**
   * Where a user's permissions change, `draft` becomes an audit entry with the action `set` (decision 6); its
   * `requested` is that user's whole new set. Each identity that is given or taken has an entry of its own, before that.
   */
  importUsers(
    users: readonly User[],
    draft: Omit<AuditDraft, 'requested'>,
  ): ResultAsync<ImportSummary, IdentityTaken | TooManyPermissions | StoreUnavailable>;
}
