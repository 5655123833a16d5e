import type { AccessPolicy } from '../access/access-policy.js';
import { type AuditEntry, type ChangeOrigin, draftOf } from '../audit/audit-entry.js';
import { ok, okAsync, type ResultAsync } from '../result.js';
import type { UserNotFound } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import { PermissionSet } from './permission-set.js';
import type { PermissionStore } from './permission-store.js';

/** A removal that was made. */
export interface Removal {
  /** Its `removed` is what really went. */
  readonly entry: AuditEntry;
  /** Whether it took the last admin away: worth a warning, since nobody can change anything over HTTP any more. */
  readonly leavesNoAdmin: boolean;
}

/** Takes permissions away from a user (interface, "PUT /user/remove-permissions"). */
export class RemovePermissions {
  readonly #store: PermissionStore;
  readonly #clock: Clock;
  readonly #policy: AccessPolicy;

  constructor(store: PermissionStore, clock: Clock, policy: AccessPolicy) {
    this.#store = store;
    this.#clock = clock;
    this.#policy = policy;
  }

  /**
   * Removes as {@link PermissionSet.remove} says; any string may be requested, one not held is ignored. Errors:
   * `user-not-found`, `store-unavailable`.
   */
  execute(
    userId: ObjectId,
    requested: readonly string[],
    origin: ChangeOrigin,
  ): ResultAsync<Removal, UserNotFound | StoreUnavailable> {
    return this.#store
      .change(userId, (held) => held.remove(requested), draftOf('remove', requested, origin, this.#clock))
      .andThen((entry) =>
        this.#takesAdmin(entry)
          ? this.#hasAdmin().map((hasAdmin): Removal => ({ entry, leavesNoAdmin: !hasAdmin }))
          : ok({ entry, leavesNoAdmin: false }),
      );
  }

  #takesAdmin({ before, after, removed }: AuditEntry): boolean {
    const { isAdmin } = this.#policy;
    return removed.length > 0 && isAdmin(PermissionSet.of(before)) && !isAdmin(PermissionSet.of(after));
  }

  /** The removal is made, whatever becomes of this. */
  #hasAdmin(): ResultAsync<boolean, never> {
    return this.#store.hasAdmin(this.#policy.isAdmin).orElse(() => okAsync(true));
  }
}
