import type { UserRecord } from '@ops-admin/core/operations';
import type { FileMistake } from '../file-mistake.js';
import type { ImportRecords } from './read-records.js';

/** The e-mails that a user shares with an earlier user of the file: they no longer name either of them. */
export function sharedEmails({ lineOf, mistakeIn, records }: ImportRecords<UserRecord>): FileMistake[] {
  const first = new Map<string, UserRecord['id']>();
  return records.flatMap(({ emails, id }) =>
    emails.flatMap((email, index) => {
      const key = email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
      const other = first.get(key) ?? id;
      first.set(key, other);
      if (other === id) return [];
      return [
        mistakeIn(id, ['emails', index], `${email} is an e-mail of the user on line ${lineOf(other)} too`),
      ];
    }),
  );
}
