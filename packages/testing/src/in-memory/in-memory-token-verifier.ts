import {
  type Clock,
  errAsync,
  type InvalidToken,
  okAsync,
  type ResultAsync,
  type TokenVerifier,
  type VerifiedToken,
} from '@ops-admin/core';

/** A verifier that accepts exactly the given tokens, each until it expires. */
export class InMemoryTokenVerifier implements TokenVerifier {
  readonly #tokens: ReadonlyMap<string, VerifiedToken>;
  readonly #clock: Clock;

  constructor(tokens: Readonly<Record<string, VerifiedToken>>, clock: Clock = () => new Date()) {
    this.#tokens = new Map(Object.entries(tokens));
    this.#clock = clock;
  }

  verify(token: string): ResultAsync<VerifiedToken, InvalidToken> {
    const known = this.#tokens.get(token);
    if (!known) return errAsync({ type: 'invalid-token', reason: 'not a known token' });
    const hasEnded = known.validUntil !== undefined && known.validUntil <= this.#clock();
    return hasEnded ? errAsync({ type: 'invalid-token', reason: 'it has expired' }) : okAsync(known);
  }
}
