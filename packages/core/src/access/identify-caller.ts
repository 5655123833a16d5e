import type { PermissionStore } from '../permissions/permission-store.js';
import { err, ok, ResultAsync } from '../result.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Caller } from './caller.js';
import type { InvalidToken, TokenVerifier, TokenVerifierUnavailable } from './token-verifier.js';

/** Needed by {@link IdentifyCaller}. */
export interface IdentifyCallerParts {
  readonly tokens: TokenVerifier;
  readonly users: Pick<UserDirectory, 'findByIdentity'>;
  readonly store: Pick<PermissionStore, 'find'>;
}

/**
 * Finds out who makes a request, and reads their permissions from the store, every time (decision 3). Checks who they are,
 * not what they can do: see `RequireAdmin`.
 */
export class IdentifyCaller {
  readonly #tokens: IdentifyCallerParts['tokens'];
  readonly #users: IdentifyCallerParts['users'];
  readonly #store: IdentifyCallerParts['store'];

  constructor({ store, tokens, users }: IdentifyCallerParts) {
    this.#tokens = tokens;
    this.#users = users;
    this.#store = store;
  }

  /**
   * Errors: `invalid-token`, also for a valid token of a user who is not in the store; `token-verifier-unavailable`;
   * `store-unavailable`.
   */
  execute(token: string): ResultAsync<Caller, InvalidToken | TokenVerifierUnavailable | StoreUnavailable> {
    return this.#tokens.verify(token).andThen(({ subject, ...validity }) => {
      if (subject.type === 'identity') {
        return this.#users
          .findByIdentity(subject.identity)
          .andThen((user) =>
            user ? ok({ userId: user.id, permissions: user.permissions, ...validity }) : err(UNKNOWN_USER),
          );
      }
      const { userId } = subject;
      // One `match`: every request waits here, and `map` and `mapErr` would each wait several microtasks more.
      return new ResultAsync<Caller, InvalidToken | StoreUnavailable>(
        this.#store.find(userId).match(
          (permissions) => ok({ userId, permissions, ...validity }),
          (error) => err(error.type === 'user-not-found' ? UNKNOWN_USER : error),
        ),
      );
    });
  }
}

const UNKNOWN_USER: InvalidToken = { type: 'invalid-token', reason: 'no such user' };
