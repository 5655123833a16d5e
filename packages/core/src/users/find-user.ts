import { err, ok, okAsync, type Result, ResultAsync } from '../result.js';
import { type ObjectId, parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { findNear } from './near-emails.js';
import type { User, UserNotFound } from './user.js';
import type { UserDirectory } from './user-directory.js';

/** Why the named user was not found. */
export type FindUserError = UserNotFound | StoreUnavailable;

/** Needed by {@link findUser}. */
export interface FindUserPorts {
  readonly users: Pick<UserDirectory, 'find' | 'idsByEmail' | 'summaries'>;
}

/** Finds the user whom a text names, by id or e-mail. Does not check the caller. */
export function findUser({ users }: FindUserPorts, idOrEmail: string): ResultAsync<User, FindUserError> {
  return findUserId(users, idOrEmail)
    .andThen((userId) => users.find(userId))
    .andThen((user) => (user ? ok(user) : err(notFound(idOrEmail))));
}

/** Finds the id of the user whom a text names, as {@link findUserIds} does. */
export function findUserId(
  users: Pick<UserDirectory, 'idsByEmail' | 'summaries'>,
  idOrEmail: string,
): ResultAsync<ObjectId, FindUserError> {
  return findUserIds(users, [idOrEmail]).andThen(
    (ids) => ids.get(idOrEmail) as Result<ObjectId, UserNotFound>,
  );
}

/**
 * Finds the ids of the users whom texts name, all e-mails by one look-up. An id is returned as it is, even if no user has it.
 * Errors: `store-unavailable`; those of a text are in the map.
 */
export function findUserIds(
  users: Pick<UserDirectory, 'idsByEmail' | 'summaries'>,
  texts: readonly string[],
): ResultAsync<ReadonlyMap<string, Result<ObjectId, UserNotFound>>, StoreUnavailable> {
  const emails = texts.filter(isEmail);
  const named = new Map<string, Result<ObjectId, UserNotFound>>(
    texts.map((text) => [text, parseObjectId(text).mapErr(() => notFound(text))]),
  );
  if (emails.length === 0) return okAsync(named);
  return users.idsByEmail(emails).andThen((found) => {
    for (const [n, email] of emails.entries()) {
      const id = found[n];
      named.set(email, id === undefined ? err(notFound(email)) : ok(id));
    }
    const missing = new Set(emails.filter((_, n) => found[n] === undefined));
    const asked = [...missing]
      .slice(0, MAX_NEAR)
      .map((email) =>
        findNear(users, email).map((near) => ({ ...notFound(email), ...(near.length > 0 && { near }) })),
      );
    return ResultAsync.combine(asked).map((near) => {
      for (const one of near) named.set(one.user, err(one));
      return named;
    });
  });
}

/** The largest number of unknown e-mails of one call for which similar ones are looked up. */
const MAX_NEAR = 5;

/** Reports whether a text names a user by e-mail: no id has this character. */
export function isEmail(text: string): boolean {
  return text.includes('@');
}

export function notFound(user: string): UserNotFound {
  return { type: 'user-not-found', user };
}
