import type { GrantBlock, GrantSearch } from '../permissions/grant.js';
import type { PermissionSet } from '../permissions/permission-set.js';
import type { Result, ResultAsync } from '../result.js';
import { checkText } from '../values/check-argument.js';
import type { ListRange } from '../values/list-range.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { ExternalIdentity, User, UserSummary } from './user.js';
import type { UserFilter } from './user-filter.js';

/** The orders of users, descending with `-`. `department` orders by its name, then by that of the user. */
export const USER_SORTS = ['name', '-name', 'email', '-email', 'department'] as const;

/** One of {@link USER_SORTS}. */
export type UserSort = (typeof USER_SORTS)[number];

/** A part of the list of matching users. */
export interface UserSearch extends Omit<UserFilter, 'department'>, ListRange {
  /** Users of this department, or of one below it. */
  readonly department?: ObjectId;
  /** `name` by default. */
  readonly sort?: UserSort;
}

/** A part of a list, and the number of all matches. */
export interface UserPage {
  readonly total: number;
  readonly users: readonly User[];
}

/** The largest number of users on one page over HTTP. */
export const USERS_PER_PAGE = 1_000;

/** A key that finds one user: an id, an e-mail, or an identity. */
export type UserKey =
  | { readonly userId: ObjectId }
  | { readonly email: string }
  | { readonly identity: ExternalIdentity };

/** The access of an active user. */
export interface UserRights {
  readonly userId: ObjectId;
  readonly permissions: PermissionSet;
}

/** Throws a `TypeError` if an argument is not an array of {@link UserKey}. */
export function checkUserKeys(keys: unknown): asserts keys is readonly UserKey[] {
  if (!Array.isArray(keys)) throw new TypeError('keys must be an array');
  for (const [n, key] of keys.entries()) {
    const { email, identity, userId } = Object(key);
    const parts = identity ? [identity.issuer, identity.subject] : [userId ?? email];
    for (const part of parts) checkText(part, `keys[${n}]`);
  }
}

/** A user, and the newest audit entry about them, both of one moment. */
export interface RecordedUser {
  readonly user: User;
  /** 0 if none exists. */
  readonly newestEntry: number;
}

/** Looks up users. */
export interface UserDirectory {
  /** Returns every user, ordered by id. */
  list(): ResultAsync<readonly User[], StoreUnavailable>;
  /**
   * Returns the matching users at the positions of a range, ordered by `nameKeyOf` or `emailKeyOf`, by code points, then by id.
   * `department` orders by its name in ASCII lower case, or its id if it does not exist; users without one come first. Past the end
   * the page is empty; page and total are of one moment.
   */
  search(search: UserSearch): ResultAsync<UserPage, StoreUnavailable>;
  find(userId: ObjectId): ResultAsync<User | undefined, StoreUnavailable>;
  findRecorded(userId: ObjectId): ResultAsync<RecordedUser | undefined, StoreUnavailable>;
  /** Returns what others see of the existing users with these ids, ordered by id. */
  summaries(userIds: readonly ObjectId[]): ResultAsync<readonly UserSummary[], StoreUnavailable>;
  /** Returns the id of the user who has each e-mail, compared by `foldKey`, all at one moment. */
  idsByEmail(emails: readonly string[]): ResultAsync<readonly (ObjectId | undefined)[], StoreUnavailable>;
  /** Returns the held strings, each once, in the order of code points; only those in `among`, if given. */
  heldPermissions(among?: readonly string[]): ResultAsync<readonly string[], StoreUnavailable>;
  /** Returns the number of users who hold exactly each string. */
  countHolders(permissions: readonly string[]): ResultAsync<readonly number[], StoreUnavailable>;
  /** Returns the number of users who hold any string of each module, named without `service.`. */
  countHoldersOfModules(modules: readonly string[]): ResultAsync<readonly number[], StoreUnavailable>;
  /**
   * Returns what the users with these keys can do, all at one moment; a change by any process counts immediately. E-mails are
   * compared as {@link idsByEmail} does, issuer and subject exactly. `undefined` for an unknown or inactive user.
   */
  rightsOf(keys: readonly UserKey[]): ResultAsync<readonly (UserRights | undefined)[], StoreUnavailable>;
  /**
   * Yields the strings that users hold, and the entries that gave them, all of one moment, ordered by the name of the user and the
   * id, then as they hold them. Inactive users are included. The first block comes even if nothing matches.
   */
  grants(search: GrantSearch): AsyncIterable<Result<GrantBlock, StoreUnavailable>>;
}
