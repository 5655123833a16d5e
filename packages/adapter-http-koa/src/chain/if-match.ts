import { err, ok, type Result } from '@ops-admin/core';
import type { HandlerServices } from '../endpoint.js';
import { userFailure } from '../endpoints/no-such-user.js';
import { shownUser } from '../endpoints/shown-user.js';
import { type DescribedProblem, notAsSeen, type Problem, type ServerFailure } from '../problem.js';
import { isTagIn } from './tagged-text.js';

export const NOT_AS_SEEN: DescribedProblem = notAsSeen('user');

/**
 * The newest entry of a user who is as `If-Match` says, so that the store makes the change on nothing newer; nothing without that
 * header.
 */
export async function entryAsSeen(
  { users }: Pick<HandlerServices, 'users'>,
  userId: string,
  ifMatch: string | undefined,
): Promise<Result<{ readonly asOf?: number }, Problem | ServerFailure>> {
  if (ifMatch === undefined) return ok({});
  const found = await users.find(userId);
  if (found.isErr()) return err(userFailure(found.error));
  const { tag } = shownUser(found.value);
  if (!isTagIn(ifMatch, tag)) return err(NOT_AS_SEEN);
  return ok({ asOf: found.value.newestEntry });
}
