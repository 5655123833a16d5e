import {
  err,
  type InvalidToken,
  ok,
  type Result,
  ResultAsync,
  type TokenVerifierUnavailable,
} from '@ops-admin/core';
import { fetchDocument } from './fetch-document.js';
import { type Elapsed, TokenCache } from './token-cache.js';

/** Where the provider reports whether a token is still active (RFC 7662). */
export interface IntrospectionOptions {
  readonly url: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How long an answer is cached. */
  readonly cacheSeconds: number;
}

/** Asks the provider whether a token is still active, so that a session that ended there also ends here. */
export class Introspection {
  readonly #options: IntrospectionOptions;
  readonly #authorization: string;
  readonly #answers: TokenCache<Promise<boolean>>;

  constructor(options: IntrospectionOptions, elapsed: Elapsed) {
    this.#options = options;
    // RFC 6749, section 2.3.1: both are form-encoded first.
    const [id, secret] = [options.clientId, options.clientSecret].map(encodeURIComponent);
    this.#authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    this.#answers = new TokenCache(options.cacheSeconds, elapsed);
  }

  /** Fails closed: without an answer the token is neither valid nor invalid. */
  check(token: string): ResultAsync<void, InvalidToken | TokenVerifierUnavailable> {
    let answer = this.#answers.get(token);
    if (!answer) {
      answer = this.#ask(token);
      this.#answers.set(token, answer);
      answer.catch(() => this.#answers.delete(token));
    }
    return ResultAsync.fromPromise(answer, (cause) => ({
      type: 'token-verifier-unavailable' as const,
      cause,
    })).andThen(
      (active): Result<void, InvalidToken> =>
        active
          ? ok(undefined)
          : err({ type: 'invalid-token', reason: 'not an active bearer token at the provider' }),
    );
  }

  /** Forgets every answer. */
  clear(): void {
    this.#answers.clear();
  }

  async #ask(token: string): Promise<boolean> {
    const { status, body } = await fetchDocument(this.#options.url, {
      method: 'POST',
      headers: { authorization: this.#authorization },
      body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    });
    const { active, cnf } = (body ?? {}) as { readonly active?: unknown; readonly cnf?: unknown };
    if (typeof active !== 'boolean')
      throw new Error(`${this.#options.url.origin} answered status ${status} to an introspection`);
    // The answer can say that a token is bound to a key (RFC 8705, section 3.2).
    return active && cnf === undefined;
  }
}
