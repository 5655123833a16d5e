import { errAsync, okAsync, ResultAsync } from '@ops-admin/core';
import { describeUser } from '@ops-admin/core/operations';
import type { CliError } from '../cli-error.js';
import type { CommandParts } from '../command-parts.js';
import type { Io } from '../io.js';

/** A user who has an e-mail. */
interface EmailOwner {
  readonly email: string;
  readonly userId: string;
  /** As people know them. */
  readonly name: string;
}

/** Who has these e-mails. They are not unique: from the second owner on only ids name users (decision 9). */
export function emailOwners(
  users: CommandParts['users'],
  emails: readonly string[],
): ResultAsync<readonly EmailOwner[], CliError> {
  const ofEach = [...new Set(emails)].map((email) =>
    idsOf(users, email).andThen((ids) =>
      ResultAsync.combine(
        ids.map((userId) =>
          users.find(userId).map(({ user: { emails: own, personalInformation } }): EmailOwner => {
            const name = describeUser({ userId, name: personalInformation.name, email: own[0] });
            return { email, userId, name };
          }),
        ),
      ),
    ),
  );
  return ResultAsync.combine(ofEach).map((owners) => owners.flat());
}

function idsOf(users: CommandParts['users'], email: string): ResultAsync<readonly string[], CliError> {
  // What is no e-mail is refused by the change itself, with a better reason.
  if (!email.includes('@')) return okAsync([]);
  return users
    .find(email)
    .map(({ user }): readonly string[] => [user._id])
    .orElse((error): ResultAsync<readonly string[], CliError> => {
      if (error.type === 'ambiguous-user') return okAsync(error.candidates);
      return error.type === 'user-not-found' ? okAsync([]) : errAsync(error);
    });
}

/** Warns of e-mails that others have too; `own` is whose they were to be, if there is such a user already. */
export function warnOfOwners(io: Io, owners: readonly EmailOwner[], own?: string): void {
  for (const { email, name, userId } of owners) {
    if (userId === own) continue;
    io.stderr.warn(
      `${email} is an e-mail of ${name} too, with the id ${userId}; by it neither of the two can be named`,
    );
  }
}
