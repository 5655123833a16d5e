import type { AccessPolicy } from '../access/access-policy.js';
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
import { unjudged } from './unjudged.js';

/** Needed by {@link RenamePermission}. */
export interface RenamePermissionParts {
  readonly store: PermissionStore;
  readonly users: UserDirectory;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
}

/**
 * Puts a string, or all of a module, under another name for everybody who holds it, in one transaction: all or nothing
 * (decision 9). It judges nobody.
 */
export class RenamePermission {
  readonly #parts: RenamePermissionParts;

  constructor(parts: RenamePermissionParts) {
    this.#parts = parts;
  }

  /**
   * Gives a row for each user who held it, in the order of their ids. Errors: `invalid-permission` where a new name would be
   * too long, and nothing is changed.
   */
  execute(
    renaming: Renaming,
    options: JobOptions,
  ): ResultAsync<PermissionsChanged, InvalidPermission | StoreUnavailable> {
    return new ResultAsync(this.#rename(renaming, options));
  }

  async #rename(
    renaming: Renaming,
    options: JobOptions,
  ): Promise<Result<PermissionsChanged, InvalidPermission | StoreUnavailable>> {
    const { clock, policy, store, users } = this.#parts;
    const { dryRun = false, keepAdmin, origin } = options;
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
    const draft = draftOf('set', [renaming.from, renaming.to], origin, clock);
    const changed = await store
      .change(
        holders.map(({ id: userId }) => ({ userId, change, draft })),
        { adminPermission: policy.adminPermission, keepAdmin, atomic: true, dryRun },
      )
      .mapErr(unjudged);
    if (changed.isErr()) return err(changed.error);
    const isUndone = changed.value.some((outcome) => isFailure(outcome));
    return ok({
      rows: changed.value.map((outcome, n) => rowOf(holders[n] as User, outcome, isUndone, options)),
      leavesNoAdmin: !isUndone && changed.value.some(takesLastAdmin),
    });
  }
}

function rowOf({ id }: User, outcome: ChangeOutcome, isUndone: boolean, options: JobOptions): PermissionRow {
  if (outcome.type === 'outdated') throw new Error('a renaming has no precondition');
  const tried = options.dryRun ? { dryRun: true as const } : {};
  if (outcome.type !== 'made') {
    return { user: id, userId: id, ...refusedRow(outcome), removed: [], ...tried };
  }
  if (isUndone) {
    return { user: id, userId: id, ...UNDONE_ROW, removed: [], ...tried };
  }
  const { added, removed } = outcome.change;
  const result = options.dryRun ? ('would-remove' as const) : ('removed' as const);
  return madeRow(outcome, { user: id, result, added, removed }, options);
}
