import type { FindUserError } from '@ops-admin/core';
import { describeRefusal } from '@ops-admin/core/operations';
import { type DescribedProblem, type Problem, type ServerFailure, storeFailure } from '../problem.js';

/** 404 for a user who does not exist (interface, "Errors"). */
export function noSuchUser(user: string, near?: readonly string[]): DescribedProblem {
  const [first = '', ...others] = describeRefusal({ type: 'user-not-found', user, ...(near && { near }) });
  return {
    status: 404,
    code: 'USER_NOT_FOUND',
    message: first.toUpperCase() + others.join(''),
    when: 'The user does not exist.',
  };
}

export function userFailure(error: FindUserError): Problem | ServerFailure {
  switch (error.type) {
    case 'user-not-found':
      return noSuchUser(error.user, error.near);
    case 'store-unavailable':
      return storeFailure(error);
  }
}
