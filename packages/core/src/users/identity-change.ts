import type { ObjectId } from '../values/object-id.js';
import type { LinkableIdentity } from './linkable-identity.js';
import type { ExternalIdentity } from './user.js';

/** A change of the identities of a user: `link` lets tokens of an identity act as them, `unlink` ends that. */
export type IdentityChange =
  | { readonly action: 'link'; readonly identity: LinkableIdentity }
  | { readonly action: 'unlink'; readonly identity: ExternalIdentity };

/** The result of a change of an identity; `already-so` if nothing changed. */
export type LinkOutcome = 'linked' | 'unlinked' | 'already-so';

/** Returns one text for an identity; issuer and subject are compared exactly. */
export function identityKey({ issuer, subject }: ExternalIdentity): string {
  return JSON.stringify([issuer, subject]);
}

/** Returns the identities after a change; the same array if nothing changes. */
export function identitiesAfter(
  identities: readonly ExternalIdentity[],
  { action, identity }: IdentityChange,
): readonly ExternalIdentity[] {
  const others = identities.filter((own) => identityKey(own) !== identityKey(identity));
  const isOwn = others.length < identities.length;
  if (isOwn === (action === 'link')) return identities;
  return isOwn ? others : [...identities, identity];
}

/** An identity already belongs to another user, or is given to one user twice. */
export interface IdentityTaken {
  readonly type: 'identity-taken';
  readonly identity: ExternalIdentity;
  /** The user who has it, and the one who should get it. */
  readonly owner: ObjectId;
  readonly claimant: ObjectId;
}
