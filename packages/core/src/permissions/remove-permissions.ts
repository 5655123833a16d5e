import type { ResultAsync } from 'neverthrow';
import { type AuditEntry, type ChangeOrigin, draftOf } from '../audit/audit-entry.js';
import type { UserNotFound } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import type { PermissionStore } from './permission-store.js';

/** Takes permissions away from a user (interface, "Remove permissions from a user"). */
export class RemovePermissions {
  readonly #store: PermissionStore;
  readonly #clock: Clock;

  constructor(store: PermissionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Removes as {@link PermissionSet.remove} says; any string may be requested, one not held is ignored. Returns the
   * audit entry, whose `removed` is what really went. Errors: `user-not-found`, `store-unavailable`.
   */
  execute(
    userId: ObjectId,
    requested: readonly string[],
    origin: ChangeOrigin,
  ): ResultAsync<AuditEntry, UserNotFound | StoreUnavailable> {
    return this.#store.change(
      userId,
      (held) => held.remove(requested),
      draftOf('remove', requested, origin, this.#clock),
    );
  }
}
