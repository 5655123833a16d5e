import type { AccessPolicy } from '../access/access-policy.js';
import type { Actor, ActorRefused } from '../access/actor.js';
import { type ChangeOrigin, draftOf } from '../audit/audit-entry.js';
import type { IdentityTaken } from '../organisation/organisation.js';
import type { ChangeOutcome, PermissionStore } from '../permissions/permission-store.js';
import { err, ok, type Result, type ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import { FindUser, type FindUserParts } from './find-user.js';
import type { LinkOutcome, UnlinkOutcome } from './identity-change.js';
import { type InvalidIdentity, type LinkableIdentity, parseLinkableIdentity } from './linkable-identity.js';
import type { AmbiguousUser, ExternalIdentity, UserNotFound } from './user.js';

/** What to link or unlink, and for which user. */
export interface IdentityOrder {
  readonly action: 'link' | 'unlink';
  /** An id or an e-mail. */
  readonly user: string;
  readonly identity: ExternalIdentity;
  readonly origin: ChangeOrigin;
  /** Who asks for it; missing where the program itself does. */
  readonly actor?: Actor;
}

/** The result. */
export interface IdentityChanged {
  readonly userId: ObjectId;
  readonly identity: ExternalIdentity;
  readonly result: LinkOutcome | UnlinkOutcome;
  /** The entry that was written; missing if nothing changed. */
  readonly entryId?: number;
}

/** Why nothing was changed. */
export type ChangeIdentityError =
  | InvalidIdentity
  | IdentityTaken
  | UserNotFound
  | AmbiguousUser
  | ActorRefused
  | StoreUnavailable;

/** Needed by {@link ChangeIdentity}. */
export interface ChangeIdentityParts extends FindUserParts {
  readonly store: Pick<PermissionStore, 'change'>;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
}

/**
 * Links a user to an identity at a provider, or unlinks them (decision 6). Checks only the `actor` of the order: without
 * one, anyone who can call it can change everything.
 */
export class ChangeIdentity {
  readonly #parts: ChangeIdentityParts;

  constructor(parts: ChangeIdentityParts) {
    this.#parts = parts;
  }

  /** Errors: `identity-taken` if another user has it; see {@link ChangeIdentityError}. */
  execute({
    action,
    actor,
    identity,
    origin,
    user,
  }: IdentityOrder): ResultAsync<IdentityChanged, ChangeIdentityError> {
    const { clock, policy, store, users } = this.#parts;
    return parseLinkableIdentity(identity).asyncAndThen((linkable) =>
      new FindUser({ users }).execute(user).andThen(({ id: userId }) => {
        const draft = { ...draftOf(action, [], origin, clock), identity: linkable };
        const request = { userId, change: { action, identity: linkable }, draft };
        return store
          .change([request], { actor, adminPermission: policy.adminPermission, keepAdmin: false })
          .andThen(([outcome]) => changedOf(outcome, linkable));
      }),
    );
  }
}

function changedOf(
  outcome: ChangeOutcome | undefined,
  identity: LinkableIdentity,
): Result<IdentityChanged, UserNotFound | IdentityTaken> {
  if (outcome?.type === 'user-not-found' || outcome?.type === 'identity-taken') return err(outcome);
  if (outcome?.type !== 'made' || !outcome.link) throw new Error(`a link ended as ${outcome?.type}`);
  const { entry, link, userId } = outcome;
  return ok({ userId, identity, result: link, ...(entry && { entryId: entry.id }) });
}
