import type { KeyObject } from 'node:crypto';
import {
  type Clock,
  errAsync,
  type InvalidToken,
  okAsync,
  type ResultAsync,
  type TokenVerifier,
  type TokenVerifierUnavailable,
  type VerifiedToken,
} from '@ops-admin/core';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import type { JwtPolicy } from './jwt-policy.js';
import { LOCAL_ALGORITHM, LOCAL_AUDIENCE, LOCAL_ISSUER, LOCAL_TYPE, type LocalKeys } from './local-token.js';
import { type Elapsed, TokenCache } from './token-cache.js';
import { userSubject } from './user-subject.js';
import { isValidAt, type VerifiedJwt, verifyJwt } from './verify-jwt.js';

const DAY_SECONDS = 86_400;

const POLICY: JwtPolicy = {
  algorithms: [LOCAL_ALGORITHM],
  audience: LOCAL_AUDIENCE,
  issuer: LOCAL_ISSUER,
  types: [LOCAL_TYPE],
  clockTolerance: 0,
  // The longest lifetime of `token issue`.
  maxLifetime: 366 * DAY_SECONDS,
};

/** How long a verified token is cached. It is forgotten earlier with the key that verified it. */
const CACHE_SECONDS = 3600;

/** A valid token, and the key that verified it. */
interface KnownToken {
  readonly jwt: VerifiedJwt;
  readonly verified: VerifiedToken;
  /** The id of the key in the token's header. Kept, because decoding the header again took 4 % of a list. */
  readonly kid: string | undefined;
  /** A key file that is read again has other objects, also for the same keys. */
  readonly key: KeyObject;
}

/** Accepts tokens signed with the local keys; their subject is a user id. */
export class LocalTokenVerifier implements TokenVerifier {
  readonly #keys: LocalKeys;
  readonly #clock: Clock;
  readonly #cache: TokenCache<KnownToken>;

  constructor(keys: LocalKeys, clock: Clock, elapsed: Elapsed) {
    this.#keys = keys;
    this.#clock = clock;
    this.#cache = new TokenCache(CACHE_SECONDS, elapsed);
  }

  verify(token: string): ResultAsync<VerifiedToken, InvalidToken | TokenVerifierUnavailable> {
    const now = this.#clock();
    const known = this.#cache.get(token);
    return known && isValidAt(known.jwt, now) && known.key === this.#keyFor(known.kid)
      ? okAsync(known.verified)
      : this.#verify(token, now);
  }

  /** Forgets every token. */
  clear(): void {
    this.#cache.clear();
  }

  #verify(token: string, now: Date): ResultAsync<VerifiedToken, InvalidToken | TokenVerifierUnavailable> {
    const kid = kidOf(token);
    const key = this.#keyFor(kid);
    if (!key) return errAsync({ type: 'invalid-token', reason: 'header: kid names an unknown key' });
    return verifyJwt(token, key, POLICY, now).andThen((jwt) => {
      const { expiresAt, subject, validUntil } = jwt;
      return userSubject('sub', subject).map((user) => {
        const verified = { subject: user, expiresAt, validUntil };
        this.#cache.set(token, { jwt, verified, kid, key });
        return verified;
      });
    });
  }

  /** The key with this id; the one in use without an id. */
  #keyFor(kid: string | undefined): KeyObject | undefined {
    const { find } = this.#keys;
    return find && kid !== undefined ? find(kid) : this.#keys.publicKey;
  }
}

/** The id of the key that a token names; malformed tokens are refused later. */
function kidOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}
