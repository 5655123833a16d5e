import {
  type Clock,
  err,
  type InvalidToken,
  type Logger,
  ok,
  okAsync,
  type Result,
  ResultAsync,
  type TokenSubject,
  type TokenVerifier,
  type TokenVerifierUnavailable,
  type VerifiedToken,
} from '@ops-admin/core';
import type { JSONWebKeySet } from 'jose';
import { Introspection, type IntrospectionOptions } from './introspection.js';
import type { JwtPolicy } from './jwt-policy.js';
import { discoverKeySetUrl, fetchKeySet, readKeySet, WrongProvider } from './load-key-set.js';
import { RemoteKeySet } from './remote-key-set.js';
import { type Elapsed, TokenCache } from './token-cache.js';
import { userSubject } from './user-subject.js';
import { isValidAt, type VerifiedJwt, verifyJwt } from './verify-jwt.js';

/** Where the keys of a provider are. */
export type KeySetSource =
  | { readonly type: 'issuer'; readonly issuer: string }
  | { readonly type: 'url'; readonly url: URL }
  | { readonly type: 'file'; readonly file: string };

/** An OAuth provider whose tokens are accepted; see docs/sign-in.md. */
export interface ProviderOptions {
  readonly keys: KeySetSource;
  readonly policy: JwtPolicy;
  /** The claim that holds a user id, used instead of the pair of issuer and subject. */
  readonly userClaim?: string | undefined;
  readonly introspection?: IntrospectionOptions | undefined;
}

/** How long a verified token is cached, in seconds. */
const CACHE_SECONDS = 60;

/** The provider cannot be used as configured; `message` says why. */
export interface ProviderUnusable {
  readonly type: 'provider-unusable';
  readonly message: string;
}

/** Accepts the tokens of an OAuth provider. */
export class ProviderTokenVerifier implements TokenVerifier {
  readonly #keys: RemoteKeySet;
  readonly #options: ProviderOptions;
  readonly #clock: Clock;
  readonly #introspection: Introspection | undefined;
  readonly #cache: TokenCache<VerifiedJwt>;

  constructor(
    options: ProviderOptions,
    { clock, elapsed, log }: { readonly clock: Clock; readonly elapsed: Elapsed; readonly log: Logger },
  ) {
    this.#options = options;
    this.#clock = clock;
    this.#introspection = options.introspection && new Introspection(options.introspection, elapsed);
    this.#cache = new TokenCache(CACHE_SECONDS, elapsed);
    this.#keys = new RemoteKeySet({
      load: loaderOf(options.keys),
      elapsed,
      log,
      onChanged: () => this.#cache.clear(),
    });
  }

  /**
   * Fetches the keys before the first request. A provider that cannot be reached now can come back later. A provider that is
   * not the configured one, and a file without keys, are errors.
   */
  prepare(): ResultAsync<void, ProviderUnusable> {
    return ResultAsync.fromSafePromise(this.#keys.prepare()).andThen(
      (error): Result<void, ProviderUnusable> => {
        const isFinal = error instanceof WrongProvider || this.#options.keys.type === 'file';
        return error && isFinal ? err({ type: 'provider-unusable', message: error.message }) : ok(undefined);
      },
    );
  }

  verify(token: string): ResultAsync<VerifiedToken, InvalidToken | TokenVerifierUnavailable> {
    // First the keys: other keys empty the token cache.
    return ResultAsync.fromSafePromise(this.#keys.refreshIfDue())
      .andThen(() => this.#cached(token) ?? this.#verify(token))
      .andThen((jwt) =>
        (this.#introspection?.check(token) ?? okAsync(undefined)).andThen(() =>
          this.#subjectOf(jwt).map((subject) => ({
            subject,
            expiresAt: jwt.expiresAt,
            validUntil: jwt.validUntil,
          })),
        ),
      );
  }

  /** Forgets every token. */
  clear(): void {
    this.#cache.clear();
    this.#introspection?.clear();
  }

  #cached(token: string): ResultAsync<VerifiedJwt, never> | undefined {
    // Results of keys that must no longer be used are forgotten.
    const known = this.#keys.areUsable ? this.#cache.get(token) : undefined;
    return known && isValidAt(known, this.#clock()) ? okAsync(known) : undefined;
  }

  #verify(token: string): ResultAsync<VerifiedJwt, InvalidToken | TokenVerifierUnavailable> {
    const { rotations } = this.#keys;
    return verifyJwt(token, this.#keys.find, this.#options.policy, this.#clock()).andTee((jwt) => {
      // Keys that changed while the signature was checked have emptied the cache.
      if (this.#keys.rotations === rotations) this.#cache.set(token, jwt);
    });
  }

  #subjectOf({ issuer, payload, subject }: VerifiedJwt): Result<TokenSubject, InvalidToken> {
    const { userClaim } = this.#options;
    if (userClaim === undefined) return ok({ type: 'identity', identity: { issuer, subject } });
    return userSubject(userClaim, payload[userClaim]);
  }
}

function loaderOf(source: KeySetSource): () => Promise<JSONWebKeySet> {
  switch (source.type) {
    case 'file':
      return () => readKeySet(source.file);
    case 'url':
      return () => fetchKeySet(source.url);
    case 'issuer':
      return async () => fetchKeySet(await discoverKeySetUrl(source.issuer));
  }
}
