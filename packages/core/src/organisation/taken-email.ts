import { describeRefusal } from '../permissions/permission-row.js';
import { distinctEmails } from '../users/parse-person.js';
import type { EmailOwner, EmailTaken } from '../users/user.js';
import { foldKey } from '../values/fold-text.js';
import type { ObjectId } from '../values/object-id.js';
import type { RecordMistake, UserToImport } from './organisation.js';

/**
 * Returns a mistake for each e-mail that another user has in the store, or in a record before. `ownerOf` is of before the import,
 * because e-mails cannot pass from one user to another within it.
 */
export function findTakenEmails(
  users: readonly UserToImport[],
  ownerOf: (email: string) => EmailOwner | undefined,
): RecordMistake[] {
  const given = new Map<string, ObjectId>();
  const mistakes: RecordMistake[] = [];
  for (const { emails = [], id } of users) {
    for (const email of distinctEmails(emails)) {
      const key = foldKey(email);
      const owner = ownerOf(email);
      const other = given.get(key) ?? id;
      if (owner && owner.userId !== id)
        mistakes.push(mistakeOf({ type: 'email-taken', email, owner, claimant: id }));
      else if (other !== id)
        mistakes.push({ id, member: 'emails', message: `the e-mail ${email} is given to ${other}, too` });
      given.set(key, id);
    }
  }
  return mistakes;
}

function mistakeOf(taken: EmailTaken): RecordMistake {
  const message = `${describeRefusal(taken)}; to pass an e-mail on, remove it from its user in an earlier import`;
  return { id: taken.claimant, member: 'emails', message };
}
