import { err, ok, okAsync, type Result, type ResultAsync } from '../result.js';
import { type ObjectId, parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { NamedUser } from './describe-user.js';
import { findUserIds } from './find-user.js';
import type { UserNotFound } from './user.js';
import type { UserDirectory } from './user-directory.js';

/** A user who exists. */
export interface KnownUser extends NamedUser {
  readonly userId: ObjectId;
}

/**
 * Finds the users whom texts name, by id or e-mail; an unknown id is also `user-not-found`. Errors: `store-unavailable`; those of a
 * text are in the map.
 */
export function findKnownUsers(
  users: Pick<UserDirectory, 'idsByEmail' | 'summaries'>,
  texts: readonly string[],
): ResultAsync<ReadonlyMap<string, Result<KnownUser, UserNotFound>>, StoreUnavailable> {
  return findUserIds(users, texts).andThen((ids) =>
    findNames(
      users,
      [...ids.values()].flatMap((id) => id.unwrapOr([])),
    ).map(
      (people) =>
        new Map(
          [...ids].map(([user, id]) => [
            user,
            id.andThen((userId): Result<KnownUser, UserNotFound> => {
              const known = people.get(userId);
              return known ? ok(known) : err({ type: 'user-not-found', user });
            }),
          ]),
        ),
    ),
  );
}

/**
 * Finds the names of the users with these ids. Texts that are not the id of a user, such as actors of the command, are left out.
 */
export function findNames(
  users: Pick<UserDirectory, 'summaries'>,
  texts: Iterable<string>,
): ResultAsync<ReadonlyMap<string, KnownUser>, StoreUnavailable> {
  const ids = new Set<ObjectId>();
  for (const text of texts) parseObjectId(text).map((id) => ids.add(id));
  if (ids.size === 0) return okAsync(new Map());
  return users
    .summaries([...ids])
    .map(
      (found) =>
        new Map(
          found.map(({ emails: [email], id, personalInformation: { name } }) => [
            id,
            { userId: id, email, name },
          ]),
        ),
    );
}
