import type { DescribedProblem } from '../problem.js';

/** 404 for a user who does not exist (interface, "Errors"). */
export function noSuchUser(userId: string): DescribedProblem {
  return {
    status: 404,
    code: 'USER_NOT_FOUND',
    message: `There is no user ${userId}`,
    when: 'There is no such user.',
  };
}
