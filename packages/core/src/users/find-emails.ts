import { okAsync, type ResultAsync } from '../result.js';
import { type ObjectId, parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { NamedUser } from './describe-user.js';
import type { UserDirectory } from './user-directory.js';

/**
 * Looks up the first e-mail of each user, by id, for people; `undefined` if a user has none. Texts that are not the id of a
 * user, such as actors on the command line, are left out.
 */
export function findEmails(
  users: Pick<UserDirectory, 'summaries'>,
  texts: Iterable<string>,
): ResultAsync<ReadonlyMap<string, string | undefined>, StoreUnavailable> {
  return findNames(users, texts).map((found) => new Map([...found].map(([id, { email }]) => [id, email])));
}

/** The same with names. */
export function findNames(
  users: Pick<UserDirectory, 'summaries'>,
  texts: Iterable<string>,
): ResultAsync<ReadonlyMap<string, NamedUser>, StoreUnavailable> {
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
