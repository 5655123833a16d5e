import type {
  Clock,
  InvalidToken,
  TokenSubject,
  TokenVerifier,
  TokenVerifierUnavailable,
} from '@ops-admin/core';
import type { ResultAsync } from 'neverthrow';
import type { JwtPolicy } from './jwt-policy.js';
import type { LocalKeys } from './local-keys.js';
import { LOCAL_ALGORITHM, LOCAL_AUDIENCE, LOCAL_ISSUER, LOCAL_TYPE } from './local-token.js';
import { userSubject } from './user-subject.js';
import { verifyJwt } from './verify-jwt.js';

const POLICY: JwtPolicy = {
  algorithms: [LOCAL_ALGORITHM],
  audience: LOCAL_AUDIENCE,
  issuer: LOCAL_ISSUER,
  types: [LOCAL_TYPE],
  clockTolerance: 0,
  // The longest that `token issue` gives.
  maxLifetime: 366 * 86_400,
};

/** Takes tokens signed with the local keys, whose subject is a user id (decision 10). */
export class LocalTokenVerifier implements TokenVerifier {
  readonly #keys: LocalKeys;
  readonly #clock: Clock;

  constructor(keys: LocalKeys, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  verify(token: string): ResultAsync<TokenSubject, InvalidToken | TokenVerifierUnavailable> {
    return verifyJwt(token, this.#keys.publicKey, POLICY, this.#clock()).andThen(({ subject }) =>
      userSubject('sub', subject),
    );
  }
}
