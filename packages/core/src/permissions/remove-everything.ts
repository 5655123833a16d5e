import type { AccessPolicy } from '../access/access-policy.js';
import type { ActorRefused } from '../access/actor.js';
import { draftOf } from '../audit/audit-entry.js';
import type { AuditLog } from '../audit/audit-log.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import { FindUser, type FindUserParts } from '../users/find-user.js';
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

/** The user who loses everything. The origin names the run, which undoes it. */
export interface RemoveEverythingOrder extends JobOptions {
  /** An id or an e-mail. */
  readonly user: string;
  /** Whether the user keeps their identities. */
  readonly keepLinks?: boolean;
}

/** What was removed from a leaver. */
export interface EverythingRemoved extends PermissionsChanged {
  /** The identities that were removed, or would be. */
  readonly unlinked: readonly ExternalIdentity[];
}

/** Needed by {@link RemoveEverything}. */
export interface RemoveEverythingParts extends FindUserParts {
  readonly store: Pick<PermissionStore, 'change'>;
  readonly audit: Pick<AuditLog, 'list'>;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
}

/** How often it is tried again if others change the user meanwhile. */
const MAX_ATTEMPTS = 10;

/**
 * Removes all permissions and identities of a user, in one transaction (decision 9). Checks only the `actor` of the order:
 * without one, anyone who can call it can change everything.
 */
export class RemoveEverything {
  readonly #parts: RemoveEverythingParts;
  readonly #findUser: FindUser;

  constructor(parts: RemoveEverythingParts) {
    this.#parts = parts;
    this.#findUser = new FindUser(parts);
  }

  /** Gives one row. Errors: those of a user who is not found, `actor-refused`; nothing is changed then. */
  execute(order: RemoveEverythingOrder): ResultAsync<EverythingRemoved, ActorRefused | FindUserError> {
    return new ResultAsync(this.#remove(order));
  }

  async #remove(
    order: RemoveEverythingOrder,
  ): Promise<Result<EverythingRemoved, ActorRefused | FindUserError>> {
    const { policy, store } = this.#parts;
    const { actor, dryRun = false, keepAdmin = true, user } = order;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const found = await this.#findUser.execute(user);
      if (found.isErr()) return err(found.error);
      const requests = await this.#requestsFor(found.value, order);
      if (requests.isErr()) return err(requests.error);
      const changed = await store.change(requests.value, {
        actor,
        adminPermission: policy.adminPermission,
        keepAdmin,
        atomic: true,
        dryRun,
      });
      if (changed.isErr()) return err(changed.error);
      const isOutdated = changed.value.some(({ type }) => type === 'outdated');
      if (!isOutdated) return ok(resultOf(order, requests.value, changed.value));
    }
    const message = 'others changed this user meanwhile; try again';
    return ok({
      rows: [{ user, result: 'not-done', removed: [], message }],
      unlinked: [],
      leavesNoAdmin: false,
    });
  }

  /** What to remove. The newest entry is read first, so that a change in between makes it outdated. */
  async #requestsFor(
    { id: userId }: User,
    { keepLinks = false, origin }: RemoveEverythingOrder,
  ): Promise<Result<readonly ChangeRequest[], FindUserError>> {
    const { audit, clock } = this.#parts;
    const newest = await audit.list({ userId, newestFirst: true, limit: 1 });
    if (newest.isErr()) return err(newest.error);
    return await this.#findUser.execute(userId).map(({ identities, permissions }) => {
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
  order: RemoveEverythingOrder,
  requests: readonly ChangeRequest[],
  outcomes: readonly ChangeOutcome[],
): EverythingRemoved {
  const { dryRun, user } = order;
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
  // The first entry that was written: of the strings, or if there were none, of an identity.
  const entry = made.entry ?? links.find((link) => link.entry)?.entry;
  const done = dryRun ? ('would-remove' as const) : ('removed' as const);
  const result = removed.length + unlinked.length > 0 ? done : ('nothing-held' as const);
  return {
    rows: [madeRow(entry ? { ...made, entry } : made, { user, result, removed }, order)],
    unlinked,
    leavesNoAdmin: outcomes.some(takesLastAdmin),
  };
}
