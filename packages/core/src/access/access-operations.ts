import type { PermissionStore } from '../permissions/permission-store.js';
import { err, ok, okAsync, ResultAsync } from '../result.js';
import { presentUserSummary, type UserSummaryJson } from '../users/present-user.js';
import type { User } from '../users/user.js';
import type { UserDirectory, UserKey } from '../users/user-directory.js';
import { foldKey } from '../values/fold-text.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AccessPolicy } from './access-policy.js';
import type { Actor } from './actor.js';
import type { Caller } from './caller.js';
import { type CheckedUser, keyOf } from './check-permissions.js';
import type { InvalidToken, TokenVerifier, TokenVerifierUnavailable } from './token-verifier.js';

/** A caller who is an admin, or is granted the permission of a guard. */
export interface Admin extends Caller {
  /** Pass it with a change: the store checks the permission again in the transaction that writes. */
  readonly actor: Actor;
}

/** The caller is known, but is not granted what they need. */
export interface NotGranted {
  readonly type: 'not-granted';
  readonly userId: ObjectId;
}

/** Why the caller is not known. `invalid-token` is also a valid token of a user who does not exist or is inactive. */
export type IdentifyError = InvalidToken | TokenVerifierUnavailable | StoreUnavailable;

/** Why a guard refuses a request, as HTTP status: 401, 500, 500 and 403. */
export type RequireAdminError = IdentifyError | NotGranted;

/** The signed-in user, and what they can do. */
export interface SessionJson {
  readonly user: UserSummaryJson;
  readonly permissions: readonly string[];
  readonly admin: boolean;
  readonly reader: boolean;
  /** The time when the token expires; `null` if its provider does not say. */
  readonly expiresAt: string | null;
}

/** Guards for operations, with any web framework. */
export interface AccessOperations {
  /** Finds the caller of a request by the result of `readBearerToken`. Reads their permissions from the store every time. */
  identify(token: string): ResultAsync<Caller, IdentifyError>;
  /** Identifies the caller and lets only admins pass. Pass {@link Admin.actor} with a change. */
  requireAdmin(token: string): ResultAsync<Admin, RequireAdminError>;
  /** Identifies the caller and lets admins and other readers pass. */
  requireReader(token: string): ResultAsync<Caller, RequireAdminError>;
  /**
   * Reports whether a caller may ask what these users can do: readers about anybody, others about themselves. Reads only the
   * caller, and only if an e-mail or an identity is asked about.
   */
  mayAskAbout(
    asked: readonly CheckedUser[],
    caller: Pick<Caller, 'permissions' | 'userId'>,
  ): ResultAsync<boolean, StoreUnavailable>;
  /** Returns the session of a caller. Errors: `invalid-token` if the user was removed meanwhile. */
  session(caller: Caller): ResultAsync<SessionJson, InvalidToken | StoreUnavailable>;
}

/** Needed by {@link accessOperations}. */
export interface AccessOperationsPorts {
  readonly tokens: TokenVerifier;
  readonly users: Pick<UserDirectory, 'find' | 'rightsOf' | 'summaries'>;
  readonly store: Pick<PermissionStore, 'find'>;
  readonly policy: AccessPolicy;
}

/** Makes the guards over a verifier of tokens and a store. */
export function accessOperations(ports: AccessOperationsPorts): AccessOperations {
  const { policy, users } = ports;
  const identify = (token: string) => identifyCaller(ports, token);
  return {
    identify,
    requireAdmin: (token) =>
      identify(token).andThen((caller) =>
        policy.isAdmin(caller.permissions)
          ? ok({ ...caller, actor: policy.actorOf(caller) })
          : err(notGranted(caller)),
      ),
    requireReader: (token) =>
      identify(token).andThen((caller) =>
        policy.isReader(caller.permissions) ? ok(caller) : err(notGranted(caller)),
      ),
    mayAskAbout: (asked, { permissions, userId }) => {
      if (policy.isReader(permissions)) return okAsync(true);
      const keys = asked.map(keyOf);
      if (keys.some((key) => !key || ('userId' in key && key.userId !== userId))) return okAsync(false);
      if (keys.every((key) => key && 'userId' in key)) return okAsync(true);
      return users
        .find(userId)
        .map((own) => own !== undefined && keys.every((key) => key !== undefined && isKeyOf(own, key)));
    },
    session: ({ expiresAt, permissions, userId }) =>
      users.summaries([userId]).andThen(([user]) =>
        user
          ? ok({
              user: presentUserSummary(user),
              permissions: permissions.toArray(),
              admin: policy.isAdmin(permissions),
              reader: policy.isReader(permissions),
              expiresAt: expiresAt?.toISOString() ?? null,
            })
          : err(UNKNOWN_USER),
      ),
  };
}

const UNKNOWN_USER: InvalidToken = {
  type: 'invalid-token',
  reason: 'no such user, or not an active one',
  isOfNobody: true,
};

function isKeyOf({ emails, id, identities }: User, key: UserKey): boolean {
  if ('userId' in key) return key.userId === id;
  if ('email' in key) return emails.some((email) => foldKey(email) === foldKey(key.email));
  const { issuer, subject } = key.identity;
  return identities.some((one) => one.issuer === issuer && one.subject === subject);
}

function notGranted({ userId }: Caller): NotGranted {
  return { type: 'not-granted', userId };
}

/**
 * Makes a guard of one permission for a route of your own, next to `requireAdmin`. With {@link Admin.actor}, a change checks the
 * same permission again in its transaction. The guard checks neither the user nor the content of a change.
 */
export function requirePermission(
  access: Pick<AccessOperations, 'identify'>,
  permission: string,
): (token: string) => ResultAsync<Admin, RequireAdminError> {
  return (token) =>
    access.identify(token).andThen((caller) => {
      const { permissions, userId, validUntil } = caller;
      if (!permissions.grants(permission)) return err(notGranted(caller));
      return ok({ ...caller, actor: { userId, mustHold: permission, validUntil } });
    });
}

function identifyCaller(
  { store, tokens, users }: AccessOperationsPorts,
  token: string,
): ResultAsync<Caller, IdentifyError> {
  return tokens.verify(token).andThen(({ subject, ...validity }) => {
    if (subject.type === 'identity') {
      return users
        .rightsOf([{ identity: subject.identity }])
        .andThen(([rights]) => (rights ? ok({ ...rights, ...validity }) : err(UNKNOWN_USER)));
    }
    const { userId } = subject;
    return new ResultAsync<Caller, InvalidToken | StoreUnavailable>(
      store.find(userId).match(
        (permissions) => ok({ userId, permissions, ...validity }),
        (error) => err(error.type === 'user-not-found' ? UNKNOWN_USER : error),
      ),
    );
  });
}
