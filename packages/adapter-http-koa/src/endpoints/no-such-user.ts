import type { FindUserError } from '@ops-admin/core';
import { type DescribedProblem, type Problem, type ServerFailure, storeFailure } from '../problem.js';

/** 404 for a user who does not exist (interface, "Errors"). */
export function noSuchUser(userId: string): DescribedProblem {
  return {
    status: 404,
    code: 'USER_NOT_FOUND',
    message: `There is no user ${userId}`,
    when: 'The user does not exist.',
  };
}

/** The answer where a user was not found. */
export function userFailure(error: FindUserError): Problem | ServerFailure {
  switch (error.type) {
    case 'user-not-found':
      return noSuchUser(error.user);
    case 'store-unavailable':
      return storeFailure(error);
  }
}
