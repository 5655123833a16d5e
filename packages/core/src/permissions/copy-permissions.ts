import type { AccessPolicy } from '../access/access-policy.js';
import type { ActorRefused } from '../access/actor.js';
import { draftOf } from '../audit/audit-entry.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import { FindUser, type FindUserParts } from '../users/find-user.js';
import type { FindUserError } from '../users/user-operations.js';
import type { Clock } from '../values/timestamp.js';
import type { PermissionsChanged } from './change-permissions.js';
import { type JobOptions, madeRow } from './made-row.js';
import type { Permission } from './permission.js';
import { changesAnything } from './permission-change.js';
import { refusedRow } from './permission-row.js';
import type { PermissionStore } from './permission-store.js';

/** Who permissions are copied from and to: ids or e-mails. */
export interface CopyPermissionsOrder extends JobOptions {
  readonly from: string;
  readonly to: string;
}

/** Needed by {@link CopyPermissions}. */
export interface CopyPermissionsParts extends FindUserParts {
  readonly store: Pick<PermissionStore, 'change'>;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
}

/**
 * Gives one user the exact strings that another holds, even those off the pattern (decision 9). Checks only the `actor` of
 * the order: without one, anyone who can call it can change everything.
 */
export class CopyPermissions {
  readonly #parts: CopyPermissionsParts;

  constructor(parts: CopyPermissionsParts) {
    this.#parts = parts;
  }

  /** Gives one row, of `to`. Errors: those of a user who is not found, `actor-refused`; nothing is changed then. */
  execute(order: CopyPermissionsOrder): ResultAsync<PermissionsChanged, ActorRefused | FindUserError> {
    return new ResultAsync(this.#copy(order));
  }

  async #copy(
    order: CopyPermissionsOrder,
  ): Promise<Result<PermissionsChanged, ActorRefused | FindUserError>> {
    const { clock, policy, store, users } = this.#parts;
    const { actor, dryRun = false, from, keepAdmin = true, origin, to } = order;
    const findUser = new FindUser({ users });
    const source = await findUser.execute(from);
    if (source.isErr()) return err(source.error);
    const target = await findUser.execute(to);
    if (target.isErr()) return err(target.error);
    const requested = [...source.value.permissions];
    // Held strings can be older than the pattern.
    const change = { action: 'add' as const, permissions: requested as Permission[] };
    const request = {
      userId: target.value.id,
      change,
      draft: draftOf('add', requested, origin, clock),
    };
    const { adminPermission } = policy;
    const changed = await store.change([request], { actor, adminPermission, keepAdmin, dryRun });
    if (changed.isErr()) return err(changed.error);
    const [outcome] = changed.value;
    if (outcome?.type === 'outdated' || !outcome) throw new Error('a copy has no precondition');
    if (outcome.type !== 'made') {
      return ok({ rows: [{ user: to, ...refusedRow(outcome), added: [] }], leavesNoAdmin: false });
    }
    const { added } = outcome.change;
    const done = dryRun ? ('would-add' as const) : ('added' as const);
    const result = changesAnything(outcome.change) ? done : ('already-held' as const);
    return ok({ rows: [madeRow(outcome, { user: to, result, added }, order)], leavesNoAdmin: false });
  }
}
