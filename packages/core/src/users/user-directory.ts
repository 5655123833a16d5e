import type { ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { ExternalIdentity, User, UserSummary } from './user.js';

export type { ExternalIdentity, ObjectId, StoreUnavailable, User, UserSummary };

/** Where users are looked up. */
export interface UserDirectory {
  /** Every user, ordered by identifier. */
  list(): ResultAsync<readonly User[], StoreUnavailable>;
  /** The user with an identifier. */
  find(userId: ObjectId): ResultAsync<User | undefined, StoreUnavailable>;
  /** What others see of the users with these identifiers, as far as there are such, ordered by identifier. */
  summaries(userIds: readonly ObjectId[]): ResultAsync<readonly UserSummary[], StoreUnavailable>;
  /** The users who have an e-mail, compared without regard to ASCII case, ordered by identifier. */
  findByEmail(email: string): ResultAsync<readonly User[], StoreUnavailable>;
  /** The user an identity belongs to; issuer and subject are compared exactly. */
  findByIdentity(identity: ExternalIdentity): ResultAsync<User | undefined, StoreUnavailable>;
}
