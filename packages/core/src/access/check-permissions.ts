import { wholesOf } from '../permissions/permission.js';
import type { ResultAsync } from '../result.js';
import { isEmail } from '../users/find-user.js';
import type { ExternalIdentity } from '../users/user.js';
import type { UserKey, UserRights } from '../users/user-directory.js';
import { type ObjectId, parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/** The user of a check: an id, an e-mail, or an account at an identity provider. */
export type CheckedUser = string | ExternalIdentity;

/** A question whether a user is granted a permission. */
export interface PermissionCheck {
  readonly user: CheckedUser;
  /** Any string. A well-formed one is also granted by the wildcard of its module and by the module. */
  readonly permission: string;
}

/** The answer to a {@link PermissionCheck}, as plain JSON. */
export interface CheckedPermission {
  /** Missing if no active user is found. */
  readonly userId?: ObjectId;
  readonly granted: boolean;
  /** The other held strings that grant it. */
  readonly coveredBy: readonly string[];
}

/** Decides what users can do: unknown and inactive users nothing. `Failure` says why no answer came. */
export interface CheckPermissions<Failure = StoreUnavailable> {
  /** Answers in the order of the checks, all by one read of the store. */
  check(checks: readonly PermissionCheck[]): ResultAsync<readonly CheckedPermission[], Failure>;
}

/** Needed by {@link checkPermissions}: a `UserDirectory`, or an object that answers like one. */
export interface CheckPermissionsPorts<Failure = StoreUnavailable> {
  readonly users: {
    rightsOf(keys: readonly UserKey[]): ResultAsync<readonly (UserRights | undefined)[], Failure>;
  };
}

/** Makes the decisions over a store. They do not check the caller: guard them with `AccessOperations.mayAskAbout`. */
export function checkPermissions<Failure = StoreUnavailable>({
  users,
}: CheckPermissionsPorts<Failure>): CheckPermissions<Failure> {
  return {
    check: (checks) => {
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

/** Returns the key that finds a user; `undefined` for a text that names nobody. */
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
