import type { IdentityTaken } from '../users/identity-change.js';
import { identityKey } from '../users/identity-change.js';
import type { ExternalIdentity } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { UserToImport } from './organisation.js';

/**
 * The first identity that two of `users`, or one of them twice, would have once they are imported (`taken`), and those that
 * users who are not among them have now (`claims`). `ownerOf` gives who has an identity now. A user whose identities are
 * imported, too, can pass theirs on.
 */
export function findTakenIdentities(
  users: readonly UserToImport[],
  ownerOf: (identity: ExternalIdentity) => ObjectId | undefined,
): { readonly taken: IdentityTaken | undefined; readonly claims: readonly IdentityTaken[] } {
  const passing = new Map(users.map(({ id, identities }) => [id, identities !== undefined]));
  const given = new Map<string, ObjectId>();
  const claims: IdentityTaken[] = [];
  for (const { id: claimant, identities = [] } of users) {
    for (const identity of identities) {
      const key = identityKey(identity);
      const current = ownerOf(identity);
      const isKept = current !== undefined && passing.get(current) === false;
      const owner = given.get(key) ?? (isKept ? current : undefined);
      if (owner !== undefined)
        return { taken: { type: 'identity-taken', identity, owner, claimant }, claims };
      if (current !== undefined && !passing.has(current)) {
        claims.push({ type: 'identity-taken', identity, owner: current, claimant });
      }
      given.set(key, claimant);
    }
  }
  return { taken: undefined, claims };
}
