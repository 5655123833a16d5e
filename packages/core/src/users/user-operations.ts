import type { ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { UserJson } from './present-user.js';
import type { AmbiguousUser, UserNotFound } from './user.js';
import type { UserFilter } from './user-filter.js';

/** Why the user who was named was not found. */
export type FindUserError = UserNotFound | AmbiguousUser | StoreUnavailable;

/** Which users are meant, and how many of them at most. */
export interface UserQuery extends UserFilter {
  readonly limit?: number;
}

/** Who may do something, and through which of the strings that they hold (decision 9, `permissions holders`). */
export interface HolderJson {
  readonly userId: ObjectId;
  readonly email?: string;
  readonly name: string;
  readonly through: readonly string[];
}

/** What each string that a user holds really grants. */
export interface EffectivePermissionsJson {
  /** The id of the user. */
  readonly user: string;
  readonly admin: boolean;
  readonly permissions: readonly {
    readonly permission: string;
    readonly grants: 'itself' | 'module';
    /** Of which it grants everything. */
    readonly module?: string;
    /** The other held strings that grant it too. */
    readonly coveredBy: readonly string[];
  }[];
}

/** What a program asks about users, each named by an id or an e-mail: plain data, over a database or over HTTP. */
export interface UserOperations {
  /** Ordered by name in Unicode lower case, then by id (decision 9). */
  list(query?: UserQuery): ResultAsync<readonly UserJson[], StoreUnavailable>;
  /** Who may do something by decision 3, ordered by id; with `isExact` only who holds the very string. */
  holders(permission: string, isExact: boolean): ResultAsync<readonly HolderJson[], StoreUnavailable>;
  /** One user. */
  find(user: string): ResultAsync<UserJson, FindUserError>;
  /** What the user may really do (decision 3). */
  explain(user: string): ResultAsync<EffectivePermissionsJson, FindUserError>;
}
