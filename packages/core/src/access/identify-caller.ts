import type { PermissionStore } from '../permissions/permission-store.js';
import { err, ok, ResultAsync } from '../result.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Caller } from './caller.js';
import type { InvalidToken, TokenVerifier, TokenVerifierUnavailable } from './token-verifier.js';

/** Finds out who makes a request, and reads what they may do from the store, every time (decision 3). */
export class IdentifyCaller {
  readonly #tokens: TokenVerifier;
  readonly #users: UserDirectory;
  readonly #permissions: PermissionStore;

  constructor(tokens: TokenVerifier, users: UserDirectory, permissions: PermissionStore) {
    this.#tokens = tokens;
    this.#users = users;
    this.#permissions = permissions;
  }

  /**
   * Errors: `invalid-token`, also for a good token of a user who is not in the store; `token-verifier-unavailable`;
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
        this.#permissions.find(userId).match(
          (permissions) => ok({ userId, permissions, ...validity }),
          (error) => err(error.type === 'user-not-found' ? UNKNOWN_USER : error),
        ),
      );
    });
  }
}

const UNKNOWN_USER: InvalidToken = { type: 'invalid-token', reason: 'no such user' };
