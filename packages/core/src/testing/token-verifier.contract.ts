import { expect } from 'chai';
import type { TokenSubject, TokenVerifier } from '../index.js';

/** A verifier with a way to make tokens it takes. */
export interface OpenTokenVerifier {
  readonly verifier: TokenVerifier;
  /** A token of `subject` that the verifier takes. */
  readonly token: string;
  readonly subject: TokenSubject;
  /** A token that the verifier once took, but takes no longer. */
  readonly expiredToken: string;
}

/** What every {@link TokenVerifier} keeps to. */
export function tokenVerifierContract(open: () => Promise<OpenTokenVerifier>): void {
  describe('TokenVerifier contract', () => {
    let opened: OpenTokenVerifier;

    beforeEach(async () => {
      opened = await open();
    });

    it('tells whom a valid token names', async () => {
      expect((await opened.verifier.verify(opened.token))._unsafeUnwrap()).to.deep.equal(opened.subject);
    });

    it('refuses an expired token, and says nothing of it', async () => {
      const error = (await opened.verifier.verify(opened.expiredToken))._unsafeUnwrapErr();
      expect(error.type).to.equal('invalid-token');
      expect(JSON.stringify(error)).to.not.include(opened.expiredToken);
    });

    it('refuses what is no token', async () => {
      for (const text of [
        '',
        ' ',
        'a.b.c',
        'null',
        opened.token.slice(1),
        `${opened.token}x`,
        `${opened.token} `,
      ]) {
        const error = (await opened.verifier.verify(text))._unsafeUnwrapErr();
        expect(error.type, JSON.stringify(text)).to.equal('invalid-token');
      }
    });
  });
}
