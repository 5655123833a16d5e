import type { DescribedProblem } from '../problem.js';

/** 404 to anyone who names a user who is not there (interface, "Errors"). */
export function noSuchUser(userId: string): DescribedProblem {
  return {
    status: 404,
    code: 'USER_NOT_FOUND',
    message: `There is no user ${userId}`,
    when: 'There is no such user.',
  };
}
