import { canonicalJson } from '../audit/canonical-json.js';
import type { TrailDigest } from '../audit/trail-seal.js';
import { identityKey } from './identity-change.js';
import { type Person, personIn } from './person.js';
import type { KeptUser } from './user.js';

/** Who a user is, beside what they hold: what the `profile` of an entry is made of. */
export type UserProfile = Person & Pick<KeptUser, 'active' | 'identities' | 'salt'>;

/** The profile around a change: the same object if it stays. Without `before` the whole of it is given anew. */
export interface ProfileChange {
  readonly before?: UserProfile;
  readonly after: UserProfile;
}

/** The `profile` of an entry: a digest that does not show what it is made of. The order of identities does not count. */
export function profileDigest(
  { digest }: TrailDigest,
  { active, identities, salt, ...person }: UserProfile,
): string {
  const pairs = [...identities]
    .sort((a, b) => (identityKey(a) < identityKey(b) ? -1 : 1))
    .map(({ issuer, subject }) => ({ issuer, subject }));
  return digest(canonicalJson({ active, identities: pairs, salt, ...personIn(person) }));
}

/** The salt of the subject that lies beside an entry. It tells nothing about the salt of the user, which it is made of. */
export function subjectSalt({ digest }: TrailDigest, entry: number, salt: string): string {
  return digest(canonicalJson({ entry, salt }));
}

/** What an entry holds of a subject. */
export function subjectDigest({ digest }: TrailDigest, salt: string, subject: string): string {
  return digest(canonicalJson({ salt, subject }));
}
