import {
  type Clock,
  type InvalidToken,
  okAsync,
  type ResultAsync,
  type TokenVerifier,
  type TokenVerifierUnavailable,
  type VerifiedToken,
} from '@ops-admin/core';
import type { JwtPolicy } from './jwt-policy.js';
import { LOCAL_ALGORITHM, LOCAL_AUDIENCE, LOCAL_ISSUER, LOCAL_TYPE, type LocalKeys } from './local-token.js';
import { TokenCache } from './token-cache.js';
import { userSubject } from './user-subject.js';
import { isValidAt, type VerifiedJwt, verifyJwt } from './verify-jwt.js';

const DAY_SECONDS = 86_400;

const POLICY: JwtPolicy = {
  algorithms: [LOCAL_ALGORITHM],
  audience: LOCAL_AUDIENCE,
  issuer: LOCAL_ISSUER,
  types: [LOCAL_TYPE],
  clockTolerance: 0,
  // The longest that `token issue` gives.
  maxLifetime: 366 * DAY_SECONDS,
};

/** How long a verified token is cached. Nothing but the clock can end one sooner: the key stays. */
const CACHE_SECONDS = 3600;

/** Takes tokens signed with the local keys, whose subject is a user id (decision 10). */
export class LocalTokenVerifier implements TokenVerifier {
  readonly #keys: LocalKeys;
  readonly #clock: Clock;
  readonly #cache: TokenCache<VerifiedJwt>;

  constructor(keys: LocalKeys, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
    this.#cache = new TokenCache(CACHE_SECONDS, clock);
  }

  verify(token: string): ResultAsync<VerifiedToken, InvalidToken | TokenVerifierUnavailable> {
    const now = this.#clock();
    const known = this.#cache.get(token);
    const verified =
      known && isValidAt(known, now)
        ? okAsync(known)
        : verifyJwt(token, this.#keys.publicKey, POLICY, now).andTee((jwt) => this.#cache.set(token, jwt));
    return verified.andThen(({ expiresAt, subject, validUntil }) =>
      userSubject('sub', subject).map((user) => ({ subject: user, expiresAt, validUntil })),
    );
  }

  /** Forgets every token. */
  clear(): void {
    this.#cache.clear();
  }
}
