import type { IdentityTaken } from '../organisation/organisation.js';
import type { ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { LinkableIdentity } from './linkable-identity.js';
import type { ExternalIdentity, UserNotFound } from './user.js';

export type { ExternalIdentity, IdentityTaken, LinkableIdentity, ObjectId, StoreUnavailable, UserNotFound };

/** Whether a user was given an identity, or had it before. */
export type LinkOutcome = 'linked' | 'already-linked';

/** Whether an identity was taken from a user, or they did not have it. */
export type UnlinkOutcome = 'unlinked' | 'not-linked';

/**
 * Gives identities at providers to users, and takes them away. Issuer and subject are compared exactly; of concurrent
 * links of one identity, one wins. What is changed is durable before the result is there.
 */
export interface IdentityRegistry {
  /** Puts an identity after the others of a user. Errors: `identity-taken` where another user has it. */
  link(
    userId: ObjectId,
    identity: LinkableIdentity,
  ): ResultAsync<LinkOutcome, UserNotFound | IdentityTaken | StoreUnavailable>;

  /** Takes an identity from a user; the others stay in their order, and other users keep theirs. */
  unlink(
    userId: ObjectId,
    identity: ExternalIdentity,
  ): ResultAsync<UnlinkOutcome, UserNotFound | StoreUnavailable>;
}
