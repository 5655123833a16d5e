import type { IdentityTaken } from '../organisation/organisation.js';
import { err, ok, type Result } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { LinkOutcome, UnlinkOutcome } from './identity-registry.js';
import type { ExternalIdentity, UserNotFound } from './user.js';

/** What a store has read to judge a link, in the transaction that writes it. */
export interface LinkSituation {
  readonly userId: ObjectId;
  readonly identity: ExternalIdentity;
  /** Whether the user is there. */
  readonly isUser: boolean;
  /** Who has the identity now. */
  readonly owner: ObjectId | undefined;
}

/** Whether an identity is given to a user. Errors: `user-not-found`, `identity-taken` where another user has it. */
export function judgeLink({
  identity,
  isUser,
  owner,
  userId,
}: LinkSituation): Result<LinkOutcome, UserNotFound | IdentityTaken> {
  if (!isUser) return err({ type: 'user-not-found', user: userId });
  if (owner === undefined) return ok('linked');
  return owner === userId
    ? ok('already-linked')
    : err({ type: 'identity-taken', identity, owner, claimant: userId });
}

/** Whether an identity is taken from a user; that of another user is left alone. Errors: `user-not-found`. */
export function judgeUnlink({ isUser, owner, userId }: LinkSituation): Result<UnlinkOutcome, UserNotFound> {
  if (!isUser) return err({ type: 'user-not-found', user: userId });
  return ok(owner === userId ? 'unlinked' : 'not-linked');
}
