import { okAsync, type ResultAsync } from '../result.js';
import { foldKey } from '../values/fold-text.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { describeUser } from './describe-user.js';
import type { UserDirectory } from './user-directory.js';

const CHARACTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789.-_+@'];
/** Longer e-mails are seldom typed, and have too many neighbours. */
const MAX_LENGTH = 64;
const MAX_NAMED = 3;

/** Returns every e-mail that differs by one letter: too many, missing, wrong, or swapped with the next. */
export function nearEmails(typed: string): ReadonlySet<string> {
  const near = new Set<string>();
  const letters = [...foldKey(typed)];
  if (letters.length > MAX_LENGTH) return near;
  for (let at = 0; at <= letters.length; at++) {
    const [before, [one = '', ...after]] = [letters.slice(0, at).join(''), letters.slice(at)];
    const rest = after.join('');
    near.add(before + rest);
    if (after.length > 0) near.add(before + after[0] + one + after.slice(1).join(''));
    for (const letter of CHARACTERS) near.add(before + letter + rest).add(before + letter + one + rest);
  }
  near.delete(letters.join(''));
  return near;
}

/** Finds the users whom a person can have meant who mistyped an e-mail by one letter. Each is found by an index. */
export function findNear(
  users: Pick<UserDirectory, 'idsByEmail' | 'summaries'>,
  email: string,
): ResultAsync<readonly string[], StoreUnavailable> {
  const near = [...nearEmails(email)];
  if (near.length === 0) return okAsync([]);
  return users.idsByEmail(near).andThen((found) => {
    const ids = [...new Set(found.flatMap((id) => id ?? []))].slice(0, MAX_NAMED);
    if (ids.length === 0) return okAsync([]);
    return users
      .summaries(ids)
      .map((some) =>
        some.map(({ emails, id, personalInformation: { name } }) =>
          describeUser({ userId: id, name, email: emails.find((own) => near.includes(foldKey(own))) }),
        ),
      );
  });
}
