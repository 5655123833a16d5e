import type { AccessPolicy } from '../access/access-policy.js';
import { draftOf } from '../audit/audit-entry.js';
import type { AuditLog } from '../audit/audit-log.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import type { FindUser } from '../users/find-user.js';
import type { ExternalIdentity, User } from '../users/user.js';
import type { FindUserError } from '../users/user-operations.js';
import type { Clock } from '../values/timestamp.js';
import type { PermissionsChanged } from './change-permissions.js';
import { type JobOptions, madeRow } from './made-row.js';
import { refusedRow } from './permission-row.js';
import {
  type ChangeMade,
  type ChangeOutcome,
  type ChangeRequest,
  isFailure,
  type PermissionStore,
  takesLastAdmin,
} from './permission-store.js';
import { unjudged } from './unjudged.js';

/** What is taken from a leaver; the origin names the run, by which it is undone. */
export interface RemoveEverythingOptions extends JobOptions {
  /** Whether identities are left to the user. */
  readonly keepLinks: boolean;
}

/** What was taken from a leaver. */
export interface EverythingRemoved extends PermissionsChanged {
  /** The identities that they have no more, or would not have. */
  readonly unlinked: readonly ExternalIdentity[];
}

/** Needed by {@link RemoveEverything}. */
export interface RemoveEverythingParts {
  readonly store: PermissionStore;
  readonly log: AuditLog;
  readonly findUser: FindUser;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
}

/** How often it is tried again where others change the user meanwhile. */
const MAX_ATTEMPTS = 10;

/** Takes all permissions and identities from a user, in one transaction (decision 9). It judges nobody. */
export class RemoveEverything {
  readonly #parts: RemoveEverythingParts;

  constructor(parts: RemoveEverythingParts) {
    this.#parts = parts;
  }

  /** Gives one row. Errors: where the user, an id or an e-mail, is not found. */
  execute(user: string, options: RemoveEverythingOptions): ResultAsync<EverythingRemoved, FindUserError> {
    return new ResultAsync(this.#remove(user, options));
  }

  async #remove(
    name: string,
    options: RemoveEverythingOptions,
  ): Promise<Result<EverythingRemoved, FindUserError>> {
    const { findUser, policy, store } = this.#parts;
    const { dryRun = false, keepAdmin } = options;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const found = await findUser.execute(name);
      if (found.isErr()) return err(found.error);
      const requests = await this.#requestsFor(found.value, options);
      if (requests.isErr()) return err(requests.error);
      const changed = await store
        .change(requests.value, {
          adminPermission: policy.adminPermission,
          keepAdmin,
          atomic: true,
          dryRun,
        })
        .mapErr(unjudged);
      if (changed.isErr()) return err(changed.error);
      const isOutdated = changed.value.some(({ type }) => type === 'outdated');
      if (!isOutdated) return ok(resultOf(name, requests.value, changed.value, options));
    }
    const message = 'others changed this user meanwhile; try again';
    return ok({
      rows: [{ user: name, result: 'not-done', removed: [], message }],
      unlinked: [],
      leavesNoAdmin: false,
    });
  }

  /** What there is to take; the entry before them is read first, so that a change between makes them outdated. */
  async #requestsFor(
    { id: userId }: User,
    { keepLinks, origin }: RemoveEverythingOptions,
  ): Promise<Result<readonly ChangeRequest[], FindUserError>> {
    const { clock, findUser, log } = this.#parts;
    const newest = await log.list({ userId, newestFirst: true, limit: 1 });
    if (newest.isErr()) return err(newest.error);
    return await findUser.execute(userId).map(({ identities, permissions }) => {
      const draft = draftOf('remove', [...permissions], origin, clock);
      const removal: ChangeRequest = {
        userId,
        change: { action: 'set', permissions: [] },
        draft,
        ifNewestEntryIs: newest.value[0]?.id ?? 0,
      };
      const unlinks = keepLinks ? [] : identities;
      return [
        removal,
        ...unlinks.map(
          (identity): ChangeRequest => ({
            userId,
            change: { action: 'unlink', identity },
            draft: { ...draft, action: 'unlink', requested: [], identity },
          }),
        ),
      ];
    });
  }
}

function resultOf(
  user: string,
  requests: readonly ChangeRequest[],
  outcomes: readonly ChangeOutcome[],
  options: RemoveEverythingOptions,
): EverythingRemoved {
  const failed = outcomes.find((outcome) => isFailure(outcome));
  if (failed && failed.type !== 'made' && failed.type !== 'outdated') {
    return { rows: [{ user, ...refusedRow(failed), removed: [] }], unlinked: [], leavesNoAdmin: false };
  }
  const [made, ...links] = outcomes as readonly ChangeMade[];
  if (!made) throw new Error('a removal gave no outcome');
  const unlinked = requests.flatMap(({ draft: { identity } }, n) =>
    identity && links[n - 1]?.link === 'unlinked' ? [identity] : [],
  );
  const { removed } = made.change;
  // The first that was written: of the strings, or where there were none, of an identity.
  const entry = made.entry ?? links.find((link) => link.entry)?.entry;
  const done = options.dryRun ? ('would-remove' as const) : ('removed' as const);
  const result = removed.length + unlinked.length > 0 ? done : ('nothing-held' as const);
  return {
    rows: [madeRow(entry ? { ...made, entry } : made, { user, result, removed }, options)],
    unlinked,
    leavesNoAdmin: outcomes.some(takesLastAdmin),
  };
}
