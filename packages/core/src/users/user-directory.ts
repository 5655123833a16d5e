import type { GrantBlock, GrantSearch } from '../permissions/grant.js';
import type { PermissionSet } from '../permissions/permission-set.js';
import type { Result, ResultAsync } from '../result.js';
import { checkText } from '../values/check-argument.js';
import type { ListRange } from '../values/list-range.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { ExternalIdentity, User, UserSummary } from './user.js';
import type { UserFilter } from './user-filter.js';

/** What users can be ordered by; with `-` from the end. By `department` means by its name, then by their own. */
export const USER_SORTS = ['name', '-name', 'email', '-email', 'department'] as const;

/** One of {@link USER_SORTS}. */
export type UserSort = (typeof USER_SORTS)[number];

/** A part of the list of matching users. */
export interface UserSearch extends Omit<UserFilter, 'department'>, ListRange {
  /** Users of this department, or of one below it, which may be below itself. */
  readonly department?: ObjectId;
  /** By `name`, if nothing else is said. */
  readonly sort?: UserSort;
}

/** A part of a list, with the number of all matches. */
export interface UserPage {
  readonly total: number;
  readonly users: readonly User[];
}

/** The largest number of users on one page over HTTP. */
export const USERS_PER_PAGE = 1_000;

/** What names one user: the identifier, an e-mail, or an identity. */
export type UserKey =
  | { readonly userId: ObjectId }
  | { readonly email: string }
  | { readonly identity: ExternalIdentity };

/** What somebody may do. */
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
  /** The id of the entry; 0 if none exists. */
  readonly newestEntry: number;
}

/** Where users are looked up. */
export interface UserDirectory {
  /** Every user, ordered by identifier. */
  list(): ResultAsync<readonly User[], StoreUnavailable>;
  /**
   * The users who match a filter, at the positions of a range, ordered by `nameKeyOf` or `emailKeyOf`, code
   * point by code point, then by identifier. By department means by its name in ASCII lower case, or by its
   * identifier where it is not there; who is in none comes first. Past the end it is an empty page with the true total. Page and
   * total are of the same moment.
   */
  search(search: UserSearch): ResultAsync<UserPage, StoreUnavailable>;
  /** The user with an identifier. */
  find(userId: ObjectId): ResultAsync<User | undefined, StoreUnavailable>;
  /** The user with an identifier, and the newest entry about them. */
  findRecorded(userId: ObjectId): ResultAsync<RecordedUser | undefined, StoreUnavailable>;
  /** What others see of the users with these identifiers that exist, ordered by identifier. */
  summaries(userIds: readonly ObjectId[]): ResultAsync<readonly UserSummary[], StoreUnavailable>;
  /** For each of these e-mails, the identifier of the user who has it, in any spelling with the same `foldKey`, all at one moment. */
  idsByEmail(emails: readonly string[]): ResultAsync<readonly (ObjectId | undefined)[], StoreUnavailable>;
  /** The strings that anybody holds, each once, ordered code point by code point; of these, if some are given. */
  heldPermissions(among?: readonly string[]): ResultAsync<readonly string[], StoreUnavailable>;
  /** How many users hold each of these strings, exactly. */
  countHolders(permissions: readonly string[]): ResultAsync<readonly number[], StoreUnavailable>;
  /** How many users hold anything of each of these modules, named without `service.`. */
  countHoldersOfModules(modules: readonly string[]): ResultAsync<readonly number[], StoreUnavailable>;
  /**
   * Returns what the users with these keys can do, all at one moment; a change by any process counts immediately. E-mails are
   * compared as {@link idsByEmail} does, issuer and subject exactly. `undefined` for a key of nobody or of an inactive user.
   */
  rightsOf(keys: readonly UserKey[]): ResultAsync<readonly (UserRights | undefined)[], StoreUnavailable>;
  /**
   * The strings that users hold, and the entries that gave them, all of one moment, ordered by the name of the user and the id as
   * {@link UserDirectory.search} does, then as each holds them. Inactive users are among them. There is a first block, even if nothing matches.
   */
  grants(search: GrantSearch): AsyncIterable<Result<GrantBlock, StoreUnavailable>>;
}
