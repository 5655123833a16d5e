import { err, errAsync, ok, type Result, type ResultAsync } from '../result.js';
import { parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AmbiguousUser, User, UserNotFound } from './user.js';
import type { UserDirectory } from './user-directory.js';

/** Needed by {@link FindUser}. */
export interface FindUserParts {
  readonly users: Pick<UserDirectory, 'find' | 'findByEmail'>;
}

/** Finds the user an operator names by identifier or e-mail (decision 9). Judges nobody: guard it with `RequireAdmin`. */
export class FindUser {
  readonly #users: FindUserParts['users'];

  constructor({ users }: FindUserParts) {
    this.#users = users;
  }

  /** Errors: `user-not-found`, `ambiguous-user` for an e-mail of several users, `store-unavailable`. */
  execute(idOrEmail: string): ResultAsync<User, UserNotFound | AmbiguousUser | StoreUnavailable> {
    if (idOrEmail.includes('@')) {
      return this.#users.findByEmail(idOrEmail).andThen((found) => theOnlyOne(found, idOrEmail));
    }
    return parseObjectId(idOrEmail).match(
      (userId) => this.#users.find(userId).andThen((user) => (user ? ok(user) : err(notFound(idOrEmail)))),
      () => errAsync(notFound(idOrEmail)),
    );
  }
}

function theOnlyOne(found: readonly User[], email: string): Result<User, UserNotFound | AmbiguousUser> {
  const [user, ...others] = found;
  if (!user) return err(notFound(email));
  if (others.length > 0) return err({ type: 'ambiguous-user', email, candidates: found.map(({ id }) => id) });
  return ok(user);
}

function notFound(user: string): UserNotFound {
  return { type: 'user-not-found', user };
}
