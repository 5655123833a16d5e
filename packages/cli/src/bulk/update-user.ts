import {
  okAsync,
  type PersonalInformation,
  type ResultAsync,
  type UserChanged,
  type UserDetailsJson,
} from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { CommandParts, UserChangeOperations } from '../command-parts.js';
import { given } from '../given.js';

/** The members of a user to change; missing ones stay. */
export interface UserUpdate {
  readonly emails?: readonly string[] | undefined;
  readonly names?: Partial<PersonalInformation> | undefined;
  /** An id or a code; `null` for none. */
  readonly department?: string | null | undefined;
}

/** Updates a user. Names are joined with those that the user has, unless somebody changes the user in between. */
export function updateUser(
  operations: UserChangeOperations,
  users: CommandParts['users'],
  user: string,
  { department, emails, names = {} }: UserUpdate,
  how: Pick<Parameters<UserChangeOperations['update']>[0], 'continueBatch' | 'dryRun' | 'origin'>,
): ResultAsync<UserChanged, CliError> {
  const isNamed = Object.keys(names).length > 0;
  const known: ResultAsync<UserDetailsJson | undefined, CliError> = isNamed
    ? users.find(user)
    : okAsync(undefined);
  return known.andThen((before) =>
    operations.update({
      ...how,
      user,
      ...given({ department, emails }),
      ...(before && {
        personalInformation: renamed(before.user.personalInformation, names),
        asOf: before.newestEntry,
      }),
    }),
  );
}

/** The names after a change of some: a whole name that is first and last name follows them. */
function renamed(before: PersonalInformation, names: Partial<PersonalInformation>): PersonalInformation {
  const isJoined = before.name === `${before.firstName} ${before.lastName}`.trim();
  return { ...before, ...(isJoined && { name: '' }), ...names };
}
