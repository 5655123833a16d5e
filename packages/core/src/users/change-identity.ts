import type { AccessPolicy } from '../access/access-policy.js';
import type { ActorRefused } from '../access/actor.js';
import { draftOf } from '../audit/audit-entry.js';
import type { IdentityTaken } from '../organisation/organisation.js';
import type { ChangeInput } from '../permissions/make-changes.js';
import type { ChangeOutcome, PermissionStore } from '../permissions/permission-store.js';
import { err, ok, type Result, type ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import { namesOf } from './describe-user.js';
import { type FindUserPorts, findUser } from './find-user.js';
import type { LinkOutcome, UnlinkOutcome } from './identity-change.js';
import { type InvalidIdentity, type LinkableIdentity, parseLinkableIdentity } from './linkable-identity.js';
import type { AmbiguousUser, ExternalIdentity, UserNotFound } from './user.js';

/** What to link or unlink, and for which user. */
export interface ChangeIdentityInput extends Pick<ChangeInput, 'actor' | 'origin'> {
  readonly action: 'link' | 'unlink';
  /** An id or an e-mail. */
  readonly user: string;
  readonly identity: ExternalIdentity;
}

/** The result. */
export interface IdentityChanged {
  readonly userId: ObjectId;
  /** The first e-mail of the user, if they have one. */
  readonly email?: string;
  readonly name?: string;
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

/** Needed by {@link changeIdentity}. */
export interface ChangeIdentityPorts extends FindUserPorts {
  readonly store: Pick<PermissionStore, 'change'>;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
}

/** Links a user to an identity at a provider, or unlinks them (decision 6). Errors: see {@link ChangeIdentityError}. */
export function changeIdentity(
  { clock, policy, store, users }: ChangeIdentityPorts,
  { action, actor, identity, origin, user }: ChangeIdentityInput,
): ResultAsync<IdentityChanged, ChangeIdentityError> {
  return parseLinkableIdentity(identity).asyncAndThen((linkable) =>
    findUser({ users }, user).andThen(({ id: userId }) => {
      const draft = { ...draftOf(action, [], origin, clock), identity: linkable };
      const request = { userId, change: { action, identity: linkable }, draft };
      return store
        .change([request], { actor, adminPermission: policy.adminPermission, keepAdmin: false })
        .andThen(([outcome]) => changedOf(outcome, linkable));
    }),
  );
}

function changedOf(
  outcome: ChangeOutcome | undefined,
  identity: LinkableIdentity,
): Result<IdentityChanged, UserNotFound | IdentityTaken> {
  if (outcome?.type === 'user-not-found' || outcome?.type === 'identity-taken') return err(outcome);
  if (outcome?.type !== 'made' || !outcome.link) throw new Error(`a link ended as ${outcome?.type}`);
  const { entry, link, userId } = outcome;
  return ok({ ...namesOf(outcome), userId, identity, result: link, ...(entry && { entryId: entry.id }) });
}
