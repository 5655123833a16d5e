import type {
  IdentifyCaller,
  InvalidToken,
  StoreUnavailable,
  TokenVerifierUnavailable,
} from '@ops-admin/core';
import type { AppMiddleware } from '../app-context.js';
import { bearerToken } from '../bearer-token.js';
import { type Problem, type ProblemCode, type ServerFailure, sendProblem } from '../present/problem.js';

/** Finds out who calls, or answers 401 with the endpoint's own code (interface, "Errors"). */
export function authenticate(identifyCaller: IdentifyCaller, code: ProblemCode): AppMiddleware {
  const refusal = (challenge: string, message: string): Problem => ({
    status: 401,
    code,
    message,
    headers: { 'WWW-Authenticate': challenge },
  });
  // The challenges of RFC 6750, section 3.
  const missing = refusal('Bearer', 'An access token is required: Authorization: Bearer <ACCESS_TOKEN>');
  const invalid = refusal('Bearer error="invalid_token"', 'The access token is invalid or has expired');

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
