import { type AuditEntry, type ChangeOrigin, draftOf } from '../audit/audit-entry.js';
import type { ResultAsync } from '../result.js';
import type { UserNotFound } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import type { Permission } from './permission.js';
import type { PermissionStore } from './permission-store.js';

/** Gives permissions to a user (decision 5). */
export class AddPermissions {
  readonly #store: PermissionStore;
  readonly #clock: Clock;

  constructor(store: PermissionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Adds well-formed permissions; one already held is ignored. Returns the audit entry, whose `added` is what was really
   * new. Errors: `user-not-found`, `store-unavailable`.
   */
  execute(
    userId: ObjectId,
    permissions: readonly Permission[],
    origin: ChangeOrigin,
  ): ResultAsync<AuditEntry, UserNotFound | StoreUnavailable> {
    return this.#store.change(
      userId,
      (held) => held.add(permissions),
      draftOf('add', permissions, origin, this.#clock),
    );
  }
}
