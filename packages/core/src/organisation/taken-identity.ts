import { identityKey } from '../users/identity-change.js';
import type { ExternalIdentity } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { IdentityTaken, UserToImport } from './organisation.js';

/**
 * An identity that two users, or one user twice, would have once `users` are imported, or `undefined` if there is none.
 * `ownerOf` gives who has an identity now. A user whose identities are imported, too, can pass theirs on.
 */
export function findTakenIdentity(
  users: readonly UserToImport[],
  ownerOf: (identity: ExternalIdentity) => ObjectId | undefined,
): IdentityTaken | undefined {
  const imported = new Set(users.flatMap(({ id, identities }) => (identities ? [id] : [])));
  const claims = new Map<string, ObjectId>();
  for (const { id: claimant, identities = [] } of users) {
    for (const identity of identities) {
      const key = identityKey(identity);
      const current = ownerOf(identity);
      const owner = claims.get(key) ?? (current !== undefined && imported.has(current) ? undefined : current);
      if (owner !== undefined) return { type: 'identity-taken', identity, owner, claimant };
      claims.set(key, claimant);
    }
  }
  return undefined;
}
