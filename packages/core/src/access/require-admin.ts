import { err, ok, type ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AccessPolicy } from './access-policy.js';
import type { Actor } from './actor.js';
import type { Caller } from './caller.js';
import { IdentifyCaller, type IdentifyCallerParts } from './identify-caller.js';
import type { InvalidToken, TokenVerifierUnavailable } from './token-verifier.js';

/** A caller who was an admin when they were checked. */
export interface Admin extends Caller {
  /** Pass it on with a change: the store checks it again in the transaction that writes. */
  readonly actor: Actor;
}

/** The caller is known, but is not an admin. */
export interface NotGranted {
  readonly type: 'not-granted';
  readonly userId: ObjectId;
}

/** Why a request is refused, as HTTP status: 401, 403, 500 and 500 (decision 8). */
export type RequireAdminError = InvalidToken | NotGranted | TokenVerifierUnavailable | StoreUnavailable;

/** Needed by {@link RequireAdmin}. */
export interface RequireAdminParts extends IdentifyCallerParts {
  readonly policy: AccessPolicy;
}

/**
 * Lets only admins through. It guards every use case that does not check the caller, with any framework (decision 3). If you
 * pass on the {@link Admin.actor}, a right that is lost before the change is noticed, too.
 */
export class RequireAdmin {
  readonly #identifyCaller: IdentifyCaller;
  readonly #policy: AccessPolicy;

  constructor({ policy, ...parts }: RequireAdminParts) {
    this.#identifyCaller = new IdentifyCaller(parts);
    this.#policy = policy;
  }

  /** Takes the result of `parseBearerToken`. Errors: {@link RequireAdminError}. */
  execute(token: string): ResultAsync<Admin, RequireAdminError> {
    return this.#identifyCaller
      .execute(token)
      .andThen((caller) =>
        this.#policy.isAdmin(caller.permissions)
          ? ok({ ...caller, actor: this.#policy.actorOf(caller) })
          : err({ type: 'not-granted' as const, userId: caller.userId }),
      );
  }
}
