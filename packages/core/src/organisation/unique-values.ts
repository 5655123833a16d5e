import { describeRefusal } from '../permissions/permission-row.js';
import { type IdentityTaken, identityKey } from '../users/identity-change.js';
import { distinctEmails } from '../users/parse-person.js';
import type { EmailOwner, EmailTaken, ExternalIdentity } from '../users/user.js';
import { foldKey } from '../values/fold-text.js';
import type { ObjectId } from '../values/object-id.js';
import type { RecordMistake, UserToImport } from './organisation.js';

/** A value of a record that only one user can have. */
export interface UniqueValue {
  readonly id: ObjectId;
  readonly member: 'emails' | 'identities';
  readonly value: string | ExternalIdentity;
  /** The text by which values are compared. */
  readonly key: string;
  /** The value in messages. */
  readonly what: string;
}

export function uniqueValuesIn({
  emails = [],
  id,
  identities = [],
}: Pick<UserToImport, 'emails' | 'id' | 'identities'>): UniqueValue[] {
  return [
    ...distinctEmails(emails).map((email) => ({
      ...{ id, member: 'emails' as const, value: email },
      ...{ key: foldKey(email), what: `the e-mail ${email}` },
    })),
    ...identities.map((identity) => ({
      ...{ id, member: 'identities' as const, value: identity },
      ...{ key: identityKey(identity), what: `${identity.subject} at ${identity.issuer}` },
    })),
  ];
}

/** The owners of values before an import, because values cannot pass from one user to another within it. */
export interface FormerOwners {
  readonly emailOwnerOf: (email: string) => EmailOwner | undefined;
  readonly ownerOf: (identity: ExternalIdentity) => ObjectId | undefined;
}

/** Returns a mistake for each e-mail and identity that another user has in the store, or that a record before has. */
export function findTakenValues(users: readonly UserToImport[], owners: FormerOwners): RecordMistake[] {
  const given = new Map<string, ObjectId>();
  return users.flatMap(uniqueValuesIn).flatMap((unique): RecordMistake[] => {
    const { id, key, member, what } = unique;
    const other = given.get(key);
    given.set(key, id);
    const taken = takenFrom(unique, owners);
    if (taken) {
      const kind = member === 'emails' ? 'an e-mail' : 'an identity';
      const message = `${describeRefusal(taken)}; to pass ${kind} on, remove it from its user in an earlier import`;
      return [{ id, member, message }];
    }
    return other === undefined ? [] : [{ id, member, message: `${what} is given to ${other}, too` }];
  });
}

function takenFrom(
  { id: claimant, value }: UniqueValue,
  { emailOwnerOf, ownerOf }: FormerOwners,
): EmailTaken | IdentityTaken | undefined {
  if (typeof value === 'string') {
    const owner = emailOwnerOf(value);
    return owner && owner.userId !== claimant
      ? { type: 'email-taken', email: value, owner, claimant }
      : undefined;
  }
  const owner = ownerOf(value);
  return owner !== undefined && owner !== claimant
    ? { type: 'identity-taken', identity: value, owner, claimant }
    : undefined;
}
