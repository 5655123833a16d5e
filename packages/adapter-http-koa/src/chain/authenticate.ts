import {
  type AccessOperations,
  type IdentifyError,
  type InvalidToken,
  readBearerToken,
  type TokenMissing,
} from '@ops-admin/core';
import { type DescribedProblem, type Problem, type ServerFailure, storeFailure } from '../problem.js';
import type { ProblemCode } from '../schemas/problem.js';
import type { Check } from './check.js';

/** 401 for a request without a token, with the endpoint's own code (interface, "Errors"; RFC 6750, section 3). */
export function tokenMissing(code: ProblemCode): DescribedProblem {
  return {
    status: 401,
    code,
    message: 'An access token is required: Authorization: Bearer <ACCESS_TOKEN>',
    when: 'The token is missing or invalid.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  };
}

/** 401 for an invalid or expired token, or a valid one of nobody. */
export function tokenInvalid(code: ProblemCode, { isOfNobody }: Partial<InvalidToken> = {}): Problem {
  const challenge = 'Bearer error="invalid_token"';
  return {
    status: 401,
    code,
    message: isOfNobody ? OF_NOBODY : 'The access token is invalid or has expired',
    headers: {
      'WWW-Authenticate': isOfNobody ? `${challenge}, error_description="${OF_NOBODY}"` : challenge,
    },
  };
}

/** Names no subject, because the bearer of an opaque token may not know it. */
const OF_NOBODY =
  'The access token is valid, but not linked to a user of this service, or the user is not active';

/** Finds out who calls, or refuses with the endpoint's own code. */
export function authenticate(access: Pick<AccessOperations, 'identify'>, code: ProblemCode): Check {
  const missing = tokenMissing(code);
  const invalid = tokenInvalid(code);
  const ofNobody = tokenInvalid(code, { isOfNobody: true });

  function problemOf(error: TokenMissing | IdentifyError): Problem | ServerFailure {
    switch (error.type) {
      case 'token-missing':
        return missing;
      case 'invalid-token':
        return error.isOfNobody ? ofNobody : invalid;
      case 'token-verifier-unavailable':
        return { event: error.type, fields: { err: error.cause } };
      case 'store-unavailable':
        return storeFailure(error);
    }
  }

  return async (ctx) => {
    const token = readBearerToken(ctx.req);
    if (token.isErr()) return problemOf(token.error);
    const caller = await access.identify(token.value);
    if (caller.isErr()) return problemOf(caller.error);
    ctx.state.caller = caller.value;
    return undefined;
  };
}
