import { randomUUID } from 'node:crypto';
import { type Clock, type ObjectId, ResultAsync } from '@ops-admin/core';
import { SignJWT } from 'jose/jwt/sign';
import { LOCAL_ALGORITHM, LOCAL_AUDIENCE, LOCAL_ISSUER, LOCAL_TYPE, type LocalKeys } from './local-token.js';

/** Makes tokens that the verifier of `openTokens` accepts, for development and scripts. */
export class LocalTokenIssuer {
  readonly #keys: LocalKeys;
  readonly #clock: Clock;

  constructor(keys: LocalKeys, clock: Clock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** A token of a user that expires after `ttlSeconds`. */
  issue(userId: ObjectId, ttlSeconds: number): ResultAsync<string, never> {
    const now = Math.floor(this.#clock().getTime() / 1000);
    const token = new SignJWT()
      .setProtectedHeader({ alg: LOCAL_ALGORITHM, typ: LOCAL_TYPE, kid: this.#keys.kid })
      .setIssuer(LOCAL_ISSUER)
      .setAudience(LOCAL_AUDIENCE)
      .setSubject(userId)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + ttlSeconds)
      .sign(this.#keys.privateKey);
    return ResultAsync.fromSafePromise(token);
  }
}
