import { wholesOf } from '../permissions/permission.js';
import type { ResultAsync } from '../result.js';
import { isEmail } from '../users/find-user.js';
import type { ExternalIdentity } from '../users/user.js';
import type { UserKey, UserRights } from '../users/user-directory.js';
import { type ObjectId, parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/** The user of a check: an id or an e-mail, or an account at an identity provider. */
export type CheckedUser = string | ExternalIdentity;

/** Asks whether a user is granted a permission. */
export interface PermissionCheck {
  readonly user: CheckedUser;
  /** Any string; a valid one is granted by the wildcard of its module and by the module, too. */
  readonly permission: string;
}

/** The answer to a {@link PermissionCheck}, plain JSON. */
export interface CheckedPermission {
  /** Missing if there is no such user, if an e-mail is of several, and if the user is not active. */
  readonly userId?: ObjectId;
  /** Whether the user is granted it at this moment. */
  readonly granted: boolean;
  /** The other held strings that grant it. */
  readonly coveredBy: readonly string[];
}

/** Says who may do what. Nobody may who is unknown or not active. `Failure` is why there is no answer at all. */
export interface CheckPermissions<Failure = StoreUnavailable> {
  /** Answers in the order asked, all of one moment, in one read of the store. */
  check(checks: readonly PermissionCheck[]): ResultAsync<readonly CheckedPermission[], Failure>;
}

/** Needed by {@link checkPermissions}: a `UserDirectory`, or what answers like one. */
export interface CheckPermissionsPorts<Failure = StoreUnavailable> {
  readonly users: {
    rightsOf(keys: readonly UserKey[]): ResultAsync<readonly (UserRights | undefined)[], Failure>;
  };
}

/** Decisions by a store. Does not check the caller: guard it with `AccessOperations.mayAskAbout`. */
export function checkPermissions<Failure = StoreUnavailable>({
  users,
}: CheckPermissionsPorts<Failure>): CheckPermissions<Failure> {
  return {
    check: (checks) => {
      // Each user is looked up once.
      const asked = new Map<string, UserKey>();
      for (const { user } of checks) {
        const key = keyOf(user);
        if (key) asked.set(JSON.stringify(key), key);
      }
      const places = new Map([...asked.keys()].map((name, n) => [name, n]));
      return users.rightsOf([...asked.values()]).map((rights) =>
        checks.map(({ permission, user }) => {
          const place = places.get(JSON.stringify(keyOf(user)));
          return checked(place === undefined ? undefined : rights[place], permission);
        }),
      );
    },
  };
}

/** Nothing for a text that can name nobody. */
export function keyOf(user: CheckedUser): UserKey | undefined {
  if (typeof user !== 'string') {
    const { issuer, subject } = user;
    return { identity: { issuer, subject } };
  }
  if (isEmail(user)) return { email: user };
  return parseObjectId(user).match(
    (userId) => ({ userId }),
    () => undefined,
  );
}

function checked(rights: UserRights | undefined, permission: string): CheckedPermission {
  if (!rights) return { granted: false, coveredBy: [] };
  const { permissions, userId } = rights;
  const coveredBy = wholesOf(permission).filter((whole) => whole !== permission && permissions.has(whole));
  return { userId, granted: coveredBy.length > 0 || permissions.has(permission), coveredBy };
}
