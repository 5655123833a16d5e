import { err, type InvalidToken, ok, parseObjectId, type Result, type TokenSubject } from '@ops-admin/core';

/** The user whose id a claim holds. */
export function userSubject(claim: string, value: unknown): Result<TokenSubject, InvalidToken> {
  return parseObjectId(typeof value === 'string' ? value : '').match(
    (userId) => ok({ type: 'user' as const, userId }),
    () => err({ type: 'invalid-token' as const, reason: `"${claim}" is not a user id` }),
  );
}
