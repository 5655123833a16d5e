import { okAsync, type ResultAsync } from '../result.js';
import { type ObjectId, parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { NamedUser } from './describe-user.js';
import type { UserDirectory } from './user-directory.js';

/**
 * Looks up the name and the first e-mail of each user, by id, for people. Texts that are not the id of a user, such as actors on
 * the command line, are left out.
 */
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
