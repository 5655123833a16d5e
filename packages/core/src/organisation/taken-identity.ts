import { describeRefusal } from '../permissions/permission-row.js';
import { identityKey } from '../users/identity-change.js';
import type { ExternalIdentity } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { RecordMistake, UserToImport } from './organisation.js';

/**
 * Returns a mistake for each identity that another user has in the store, or that was given before. `ownerOf` is of before the
 * import, because identities cannot pass from one user to another within it.
 */
export function findTakenIdentities(
  users: readonly UserToImport[],
  ownerOf: (identity: ExternalIdentity) => ObjectId | undefined,
): RecordMistake[] {
  const given = new Map<string, ObjectId>();
  const mistakes: RecordMistake[] = [];
  for (const { id, identities = [] } of users) {
    for (const identity of identities) {
      const key = identityKey(identity);
      const owner = ownerOf(identity);
      const other = given.get(key);
      if (owner !== undefined && owner !== id) {
        const taken = describeRefusal({ type: 'identity-taken', identity, owner, claimant: id });
        const message = `${taken}; to pass an identity on, remove it from its user in an earlier import`;
        mistakes.push({ id, member: 'identities', message });
      } else if (other !== undefined) {
        const message = `${identity.subject} at ${identity.issuer} is given to ${other}, too`;
        mistakes.push({ id, member: 'identities', message });
      }
      given.set(key, id);
    }
  }
  return mistakes;
}
