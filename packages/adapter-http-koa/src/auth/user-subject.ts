import { type InvalidToken, parseObjectId, type TokenSubject } from '@ops-admin/core';
import { err, ok, type Result } from 'neverthrow';

/** The user of ours whose id a claim holds. */
export function userSubject(claim: string, value: unknown): Result<TokenSubject, InvalidToken> {
  return parseObjectId(typeof value === 'string' ? value : '').match(
    (userId) => ok({ type: 'user' as const, userId }),
    () => err({ type: 'invalid-token' as const, reason: `"${claim}" is no user id` }),
  );
}
