import {
  errAsync,
  type InvalidToken,
  okAsync,
  type ResultAsync,
  type TokenSubject,
  type TokenVerifier,
} from '../index.js';

/** A verifier that takes exactly the tokens it is told. */
export class InMemoryTokenVerifier implements TokenVerifier {
  readonly #subjects: ReadonlyMap<string, TokenSubject>;

  constructor(subjects: Readonly<Record<string, TokenSubject>>) {
    this.#subjects = new Map(Object.entries(subjects));
  }

  verify(token: string): ResultAsync<TokenSubject, InvalidToken> {
    const subject = this.#subjects.get(token);
    return subject ? okAsync(subject) : errAsync({ type: 'invalid-token', reason: 'not a known token' });
  }
}
