import { canonicalJson } from '../audit/canonical-json.js';
import type { TrailDigest } from '../audit/trail-seal.js';
import { identityKey } from './identity-change.js';
import { type Person, personIn } from './person.js';
import type { KeptUser } from './user.js';

/** The members of a user of which the `profile` of an entry is made. */
export type UserProfile = Person & Pick<KeptUser, 'active' | 'identities' | 'salt'>;

/** The profile around a change: the same object if it stays. Without `before`, the change gives the whole profile. */
export interface ProfileChange {
  readonly before?: UserProfile;
  readonly after: UserProfile;
}

/** Returns the `profile` of an entry, a digest that reveals nothing. The order of identities does not count. */
export function profileDigest(
  { digest }: TrailDigest,
  { active, identities, salt, ...person }: UserProfile,
): string {
  const pairs = [...identities]
    .sort((a, b) => (identityKey(a) < identityKey(b) ? -1 : 1))
    .map(({ issuer, subject }) => ({ issuer, subject }));
  return digest(canonicalJson({ active, identities: pairs, salt, ...personIn(person) }));
}

/** Returns the salt of a subject. It reveals nothing about the salt of the user. */
export function subjectSalt({ digest }: TrailDigest, entry: number, salt: string): string {
  return digest(canonicalJson({ entry, salt }));
}

/** Returns what an entry has about a subject. */
export function subjectDigest({ digest }: TrailDigest, salt: string, subject: string): string {
  return digest(canonicalJson({ salt, subject }));
}
