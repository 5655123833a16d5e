import type { LocalTokenIssuer } from '@ops-admin/adapter-auth-jose';
import {
  AccessPolicy,
  type Clock,
  type DepartmentRepository,
  errAsync,
  type ImportUsersError,
  type ObjectId,
  type Organisation,
  okAsync,
  type ParentCycle,
  PermissionSet,
  ResultAsync,
  timestampOf,
  type UserDirectory,
} from '@ops-admin/core';
import { DEMO_ADMIN_ID, DEMO_DEPARTMENTS, DEMO_USER_ID, DEMO_USERS } from './demo-organisation.js';

/** The content of a demo: the numbers of departments and users, and tokens that are valid for a day. */
export interface PreparedDemo {
  readonly departments: number;
  readonly users: number;
  readonly adminToken: string;
  /** A user without the rights of an admin. */
  readonly userId: ObjectId;
  readonly userToken: string;
}

/** The database holds another organisation than the demo. */
export interface NotTheDemo {
  readonly type: 'not-the-demo';
}

/** An organisation to try the service on. */
export interface Demo {
  /** Fills an empty database with it, and makes its tokens. */
  prepare(actor: string): ResultAsync<PreparedDemo, NotTheDemo | ParentCycle | ImportUsersError>;
}

export interface DemoParts {
  readonly clock: Clock;
  readonly departments: DepartmentRepository;
  readonly issuer: LocalTokenIssuer;
  readonly organisation: Organisation;
  readonly users: UserDirectory;
}

/** How long the tokens of the demo are valid. */
const TTL_SECONDS = 86_400;

export function demoOf(parts: DemoParts): Demo {
  const { issuer } = parts;
  return {
    prepare: (actor) =>
      seed(parts, actor)
        .andThen(() =>
          ResultAsync.combine([
            issuer.issue(DEMO_ADMIN_ID, TTL_SECONDS),
            issuer.issue(DEMO_USER_ID, TTL_SECONDS),
          ]),
        )
        .map(([adminToken, userToken]) => ({
          departments: DEMO_DEPARTMENTS.length,
          users: DEMO_USERS.length,
          adminToken,
          userId: DEMO_USER_ID,
          userToken,
        })),
  };
}

/** With the permission of admins, an import writes an entry for each new user, also for those without permissions. */
const EVERY_ENTRY = { adminPermission: new AccessPolicy().adminPermission, keepAdmin: false };

/**
 * A database that already holds the demo is left as it is. A database with another organisation is refused, because the
 * demo's admin must not become an admin there.
 */
function seed(
  parts: DemoParts,
  actor: string,
): ResultAsync<unknown, NotTheDemo | ParentCycle | ImportUsersError> {
  const { departments, users } = parts;
  return ResultAsync.combine([users.list(), departments.list({ start: 0, end: 1 })]).andThen(
    ([allUsers, newest]): ReturnType<typeof seed> => {
      if (allUsers.some(({ id }) => id === DEMO_ADMIN_ID)) return okAsync(undefined);
      // Another process can be in the middle of this: only departments of the demo do not count as another organisation.
      const isDemo = newest.departments.every(({ _id }) => DEMO_DEPARTMENTS.some(({ id }) => id === _id));
      if (allUsers.length > 0 || !isDemo) return errAsync({ type: 'not-the-demo' });
      const { clock, organisation } = parts;
      const time = timestampOf(clock())._unsafeUnwrap();
      const draft = { actor, source: 'import' as const, action: 'set' as const, time };
      const toImport = DEMO_USERS.map((user) => ({
        ...user,
        permissions: PermissionSet.of(user.permissions ?? []),
      }));
      return organisation
        .importDepartments(DEMO_DEPARTMENTS, draft)
        .andThen(() => organisation.importUsers(toImport, draft, EVERY_ENTRY));
    },
  );
}
