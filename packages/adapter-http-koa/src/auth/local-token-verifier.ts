import {
  type Clock,
  type InvalidToken,
  parseObjectId,
  type TokenSubject,
  type TokenVerifier,
  type TokenVerifierUnavailable,
} from '@ops-admin/core';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { err, errAsync, ok, type Result, ResultAsync } from 'neverthrow';
import { isCompactToken } from './compact-token.js';
import type { LocalKeys } from './local-keys.js';
import { LOCAL_ALGORITHM, LOCAL_AUDIENCE, LOCAL_ISSUER, LOCAL_TYPE } from './local-token.js';

/** Takes tokens signed with the local keys, whose subject is a user id (decision 10). */
export class LocalTokenVerifier implements TokenVerifier {
  readonly #keys: LocalKeys;
  readonly #clock: Clock;

  constructor(keys: LocalKeys, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  verify(token: string): ResultAsync<TokenSubject, InvalidToken | TokenVerifierUnavailable> {
    if (!isCompactToken(token)) return errAsync(invalid('not a compact JWS'));
    const currentDate = this.#clock();
    const verified = jwtVerify(token, this.#keys.publicKey, {
      algorithms: [LOCAL_ALGORITHM],
      audience: LOCAL_AUDIENCE,
      currentDate,
      issuer: LOCAL_ISSUER,
      requiredClaims: ['exp', 'iat', 'sub'],
      typ: LOCAL_TYPE,
    });
    return ResultAsync.fromPromise(verified, (cause) =>
      // The message of such an error names a claim or a header, never its value.
      cause instanceof errors.JOSEError
        ? invalid(cause.message)
        : { type: 'token-verifier-unavailable' as const, cause },
    ).andThen(({ payload }) => subjectOf(payload, currentDate));
  }
}

function subjectOf({ iat = 0, sub }: JWTPayload, now: Date): Result<TokenSubject, InvalidToken> {
  if (iat > now.getTime() / 1000) return err(invalid('"iat" is ahead of the clock'));
  if (typeof sub !== 'string') return err(invalid('"sub" is no string'));
  return parseObjectId(sub).match(
    (userId) => ok({ type: 'user' as const, userId }),
    () => err(invalid('"sub" is no user id')),
  );
}

function invalid(reason: string): InvalidToken {
  return { type: 'invalid-token', reason };
}
