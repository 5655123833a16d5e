import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { HolderJson } from './holder.js';
import type { UserJson } from './present-user.js';
import type { AmbiguousUser, UserNotFound } from './user.js';
import type { UserFilter } from './user-filter.js';

/** Why the user who was named was not found. */
export type FindUserError = UserNotFound | AmbiguousUser | StoreUnavailable;

/** Which users to list, and how many at most. */
export interface UserQuery extends UserFilter {
  readonly limit?: number;
}

/** What each held string of a user really grants. */
export interface EffectivePermissionsJson {
  /** The id of the user. */
  readonly user: string;
  readonly admin: boolean;
  readonly permissions: readonly {
    readonly permission: string;
    readonly grants: 'itself' | 'module';
    /** The module that it grants all of. */
    readonly module?: string;
    /** The other held strings that grant it too. */
    readonly coveredBy: readonly string[];
  }[];
}

/**
 * What a program asks about users, each named by an id or an e-mail: plain data, over a database or over HTTP. `Failure` is
 * why there is no answer at all.
 */
export interface UserOperations<Failure = StoreUnavailable> {
  /** Ordered by name in Unicode lower case, then by id (decision 9). */
  list(query?: UserQuery): ResultAsync<readonly UserJson[], Failure>;
  /** Who is granted something by decision 3, ordered by id; with `isExact` only users who hold exactly this string. */
  holders(permission: string, isExact: boolean): ResultAsync<readonly HolderJson[], Failure>;
  /** One user. */
  find(user: string): ResultAsync<UserJson, UserNotFound | AmbiguousUser | Failure>;
  /** What the user can really do (decision 3). */
  explain(user: string): ResultAsync<EffectivePermissionsJson, UserNotFound | AmbiguousUser | Failure>;
}
