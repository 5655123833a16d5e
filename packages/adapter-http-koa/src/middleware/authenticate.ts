import type {
  IdentifyCaller,
  InvalidToken,
  StoreUnavailable,
  TokenVerifierUnavailable,
} from '@ops-admin/core';
import type { AppMiddleware } from '../app-context.js';
import { bearerToken } from '../bearer-token.js';
import { type Problem, type ProblemCode, type ServerFailure, sendProblem } from '../present/problem.js';

/** What a caller gets whose token is not valid, with the challenge of RFC 6750, section 3. */
export function invalidToken(code: ProblemCode): Problem {
  return {
    status: 401,
    code,
    message: 'The access token is invalid or has expired',
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  };
}

/** Finds out who calls, or answers 401 with the endpoint's own code (interface, "Errors"). */
export function authenticate(identifyCaller: IdentifyCaller, code: ProblemCode): AppMiddleware {
  const missing: Problem = {
    ...invalidToken(code),
    message: 'An access token is required: Authorization: Bearer <ACCESS_TOKEN>',
    headers: { 'WWW-Authenticate': 'Bearer' },
  };
  const invalid = invalidToken(code);

  function problemOf(
    error: InvalidToken | TokenVerifierUnavailable | StoreUnavailable,
  ): Problem | ServerFailure {
    switch (error.type) {
      case 'invalid-token':
        return invalid;
      case 'token-verifier-unavailable':
      case 'store-unavailable':
        return { event: error.type, fields: { err: error.cause } };
    }
  }

  return async (ctx, next) => {
    const token = bearerToken(ctx.req);
    if (token.isErr()) return sendProblem(ctx, token.error === 'missing' ? missing : invalid);
    const caller = await identifyCaller.execute(token.value);
    if (caller.isErr()) return sendProblem(ctx, problemOf(caller.error));
    ctx.state.caller = caller.value;
    return next();
  };
}
