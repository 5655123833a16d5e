import {
  type Clock,
  type InvalidToken,
  okAsync,
  type ResultAsync,
  type TokenSubject,
  type TokenVerifier,
  type TokenVerifierUnavailable,
} from '@ops-admin/core';
import type { JwtPolicy } from './jwt-policy.js';
import type { LocalKeys } from './local-keys.js';
import { LOCAL_ALGORITHM, LOCAL_AUDIENCE, LOCAL_ISSUER, LOCAL_TYPE } from './local-token.js';
import { TokenMemory } from './token-memory.js';
import { userSubject } from './user-subject.js';
import { isValidAt, type VerifiedJwt, verifyJwt } from './verify-jwt.js';

const POLICY: JwtPolicy = {
  algorithms: [LOCAL_ALGORITHM],
  audience: LOCAL_AUDIENCE,
  issuer: LOCAL_ISSUER,
  types: [LOCAL_TYPE],
  clockTolerance: 0,
  // The longest that `token issue` gives.
  maxLifetime: 366 * 86_400,
};

/** How long a verified token is remembered, in seconds. Nothing but the clock can end one sooner: the key stays. */
const REMEMBERED = 3600;

/** Takes tokens signed with the local keys, whose subject is a user id (decision 10). */
export class LocalTokenVerifier implements TokenVerifier {
  readonly #keys: LocalKeys;
  readonly #clock: Clock;
  readonly #remembered: TokenMemory<VerifiedJwt>;

  constructor(keys: LocalKeys, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
    this.#remembered = new TokenMemory(REMEMBERED, clock);
  }

  verify(token: string): ResultAsync<TokenSubject, InvalidToken | TokenVerifierUnavailable> {
    const now = this.#clock();
    const known = this.#remembered.get(token);
    const verified =
      known && isValidAt(known, now)
        ? okAsync(known)
        : verifyJwt(token, this.#keys.publicKey, POLICY, now).andTee((jwt) =>
            this.#remembered.set(token, jwt),
          );
    return verified.andThen(({ subject }) => userSubject('sub', subject));
  }
}
