import type { AccessPolicy } from '../access/access-policy.js';
import { draftOf } from '../audit/audit-entry.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import type { FindUser } from '../users/find-user.js';
import type { FindUserError } from '../users/user-operations.js';
import type { Clock } from '../values/timestamp.js';
import type { PermissionsChanged } from './change-permissions.js';
import { type JobOptions, madeRow } from './made-row.js';
import type { Permission } from './permission.js';
import { changesAnything } from './permission-change.js';
import { refusedRow } from './permission-row.js';
import type { PermissionStore } from './permission-store.js';
import { unjudged } from './unjudged.js';

/** Needed by {@link CopyPermissions}. */
export interface CopyPermissionsParts {
  readonly store: PermissionStore;
  readonly findUser: FindUser;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
}

/** Adds to one user what another holds, to the letter, also what is off the pattern (decision 9). It judges nobody. */
export class CopyPermissions {
  readonly #parts: CopyPermissionsParts;

  constructor(parts: CopyPermissionsParts) {
    this.#parts = parts;
  }

  /** Both users are ids or e-mails. Gives one row, of `to`. Errors: where one of them is not found. */
  execute(from: string, to: string, options: JobOptions): ResultAsync<PermissionsChanged, FindUserError> {
    return new ResultAsync(this.#copy(from, to, options));
  }

  async #copy(
    from: string,
    to: string,
    options: JobOptions,
  ): Promise<Result<PermissionsChanged, FindUserError>> {
    const { clock, findUser, policy, store } = this.#parts;
    const { dryRun = false, keepAdmin, origin } = options;
    const source = await findUser.execute(from);
    if (source.isErr()) return err(source.error);
    const target = await findUser.execute(to);
    if (target.isErr()) return err(target.error);
    const requested = [...source.value.permissions];
    // What is held may be older than the pattern.
    const change = { action: 'add' as const, permissions: requested as Permission[] };
    const request = {
      userId: target.value.id,
      change,
      draft: draftOf('add', requested, origin, clock),
    };
    const changed = await store
      .change([request], { adminPermission: policy.adminPermission, keepAdmin, dryRun })
      .mapErr(unjudged);
    if (changed.isErr()) return err(changed.error);
    const [outcome] = changed.value;
    if (outcome?.type === 'outdated' || !outcome) throw new Error('a copy has no precondition');
    if (outcome.type !== 'made') {
      return ok({ rows: [{ user: to, ...refusedRow(outcome), added: [] }], leavesNoAdmin: false });
    }
    const { added } = outcome.change;
    const done = dryRun ? ('would-add' as const) : ('added' as const);
    const result = changesAnything(outcome.change) ? done : ('already-held' as const);
    return ok({ rows: [madeRow(outcome, { user: to, result, added }, options)], leavesNoAdmin: false });
  }
}
