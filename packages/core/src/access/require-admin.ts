import { err, ok, type ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AccessPolicy } from './access-policy.js';
import type { Actor } from './actor.js';
import type { Caller } from './caller.js';
import { IdentifyCaller, type IdentifyCallerParts } from './identify-caller.js';
import type { InvalidToken, TokenVerifierUnavailable } from './token-verifier.js';

/** A caller who was an admin when they were asked about. */
export interface Admin extends Caller {
  /** To hand on with a change: the store judges it again in the transaction that writes. */
  readonly actor: Actor;
}

/** The caller is known, and is not an admin. */
export interface NotGranted {
  readonly type: 'not-granted';
  readonly userId: ObjectId;
}

/** Why a request does not go on: 401, 403, and twice 500 (decision 8). */
export type RequireAdminError = InvalidToken | NotGranted | TokenVerifierUnavailable | StoreUnavailable;

/** Needed by {@link RequireAdmin}. */
export interface RequireAdminParts extends IdentifyCallerParts {
  readonly policy: AccessPolicy;
}

/**
 * Lets admins through and nobody else: the guard of every use case that judges nobody, beside any framework (decision 3). A right
 * that is gone by the time of a change is noticed where the {@link Admin.actor} is handed on.
 */
export class RequireAdmin {
  readonly #identifyCaller: IdentifyCaller;
  readonly #policy: AccessPolicy;

  constructor({ policy, ...parts }: RequireAdminParts) {
    this.#identifyCaller = new IdentifyCaller(parts);
    this.#policy = policy;
  }

  /** Takes what `parseBearerToken` gives. Errors: {@link RequireAdminError}. */
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
