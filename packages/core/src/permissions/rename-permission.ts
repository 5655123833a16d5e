import type { AccessPolicy } from '../access/access-policy.js';
import type { ActorRefused } from '../access/actor.js';
import { draftOf } from '../audit/audit-entry.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import type { User } from '../users/user.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import type { PermissionsChanged } from './change-permissions.js';
import { type JobOptions, madeRow } from './made-row.js';
import { type InvalidPermission, PERMISSION_MAX_LENGTH } from './permission.js';
import { changesAnything, type Renaming } from './permission-change.js';
import { type PermissionRow, refusedRow, UNDONE_ROW } from './permission-row.js';
import { type ChangeOutcome, isFailure, type PermissionStore, takesLastAdmin } from './permission-store.js';

/** The old and the new name. */
export interface RenamePermissionOrder extends Renaming, JobOptions {}

/** Needed by {@link RenamePermission}. */
export interface RenamePermissionParts {
  readonly store: Pick<PermissionStore, 'change'>;
  readonly users: Pick<UserDirectory, 'list'>;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
}

/**
 * Renames a string, or all of a module, for everybody who holds it, in one transaction: all or nothing (decision 9). Checks
 * only the `actor` of the order: without one, anyone who can call it can change everything.
 */
export class RenamePermission {
  readonly #parts: RenamePermissionParts;

  constructor(parts: RenamePermissionParts) {
    this.#parts = parts;
  }

  /**
   * Gives a row for each user who held it, in the order of their ids. Errors: `invalid-permission` if a new name would be
   * too long, `actor-refused`, `store-unavailable`; nothing is changed then.
   */
  execute(
    order: RenamePermissionOrder,
  ): ResultAsync<PermissionsChanged, InvalidPermission | ActorRefused | StoreUnavailable> {
    return new ResultAsync(this.#rename(order));
  }

  async #rename(
    order: RenamePermissionOrder,
  ): Promise<Result<PermissionsChanged, InvalidPermission | ActorRefused | StoreUnavailable>> {
    const { clock, policy, store, users } = this.#parts;
    const { actor, dryRun = false, from, keepAdmin = true, origin, to } = order;
    const renaming: Renaming = { from, to };
    const all = await users.list();
    if (all.isErr()) return err(all.error);
    const holders: User[] = [];
    for (const user of all.value) {
      const { added, removed } = user.permissions.rename(renaming);
      const tooLong = added.find((one) => one.length > PERMISSION_MAX_LENGTH);
      if (tooLong !== undefined) return err({ type: 'invalid-permission', text: tooLong });
      if (changesAnything({ added, removed })) holders.push(user);
    }
    const change = { action: 'rename' as const, renaming };
    // One transaction, one time.
    const draft = draftOf('set', [from, to], origin, clock);
    const changed = await store.change(
      holders.map(({ id: userId }) => ({ userId, change, draft })),
      { actor, adminPermission: policy.adminPermission, keepAdmin, atomic: true, dryRun },
    );
    if (changed.isErr()) return err(changed.error);
    const isUndone = changed.value.some((outcome) => isFailure(outcome));
    return ok({
      rows: changed.value.map((outcome, n) => rowOf(holders[n] as User, outcome, isUndone, order)),
      leavesNoAdmin: !isUndone && changed.value.some(takesLastAdmin),
    });
  }
}

function rowOf({ id }: User, outcome: ChangeOutcome, isUndone: boolean, how: JobOptions): PermissionRow {
  if (outcome.type === 'outdated') throw new Error('a renaming has no precondition');
  const tried = how.dryRun ? { dryRun: true as const } : {};
  if (outcome.type !== 'made') {
    return { user: id, userId: id, ...refusedRow(outcome), removed: [], ...tried };
  }
  if (isUndone) {
    return { user: id, userId: id, ...UNDONE_ROW, removed: [], ...tried };
  }
  const { added, removed } = outcome.change;
  const result = how.dryRun ? ('would-remove' as const) : ('removed' as const);
  return madeRow(outcome, { user: id, result, added, removed }, how);
}
