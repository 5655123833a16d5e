import { expect } from 'chai';
import type { TokenSubject, TokenVerifier, VerifiedToken } from '../index.js';

/** A verifier with a way to make tokens it takes. */
export interface OpenTokenVerifier {
  readonly verifier: TokenVerifier;
  /** A token of `subject` that the verifier takes. */
  readonly token: string;
  readonly subject: TokenSubject;
  /** The `exp` that `token` was issued with; left out where the verifier cannot know. */
  readonly expiresAt?: Date;
  /** Sets the verifier's clock. */
  readonly setClock: (now: Date) => void;
  /** A token that the verifier once took, but takes no longer. */
  readonly expiredToken: string;
}

/** What every {@link TokenVerifier} keeps to; `open` gives a new one, which has verified nothing yet. */
export function tokenVerifierContract(open: () => Promise<OpenTokenVerifier>): void {
  describe('TokenVerifier contract', () => {
    let opened: OpenTokenVerifier;

    beforeEach(async () => {
      opened = await open();
    });

    const verified = async ({ verifier, token }: OpenTokenVerifier): Promise<VerifiedToken> =>
      (await verifier.verify(token))._unsafeUnwrap();
    const later = (date: Date, ms: number) => new Date(date.getTime() + ms);

    it('says whom a valid token names, and until when, each time', async () => {
      for (const time of ['first', 'again']) {
        const { expiresAt, subject, validUntil } = await verified(opened);
        expect(subject, time).to.deep.equal(opened.subject);
        expect(expiresAt, time).to.deep.equal(opened.expiresAt);
        if (expiresAt) expect(validUntil, time).to.be.at.least(expiresAt);
        else expect(validUntil, time).to.equal(undefined);
      }
    });

    it('takes a token it has verified up to the last millisecond, and refuses it from then on', async () => {
      const { validUntil } = await verified(opened);
      if (!validUntil) return;
      opened.setClock(later(validUntil, -1));
      expect((await verified(opened)).validUntil).to.deep.equal(validUntil);
      opened.setClock(validUntil);
      const error = (await opened.verifier.verify(opened.token))._unsafeUnwrapErr();
      expect(error.type).to.equal('invalid-token');
    });

    it('does the same with a token it has not seen before', async () => {
      const { expiresAt, validUntil } = await verified(opened);
      if (!expiresAt || !validUntil) return;
      const tolerance = validUntil.getTime() - expiresAt.getTime();
      for (const [ms, isTaken] of [
        [-1, true],
        [0, false],
      ] as const) {
        const other = await open();
        if (other.expiresAt) other.setClock(later(other.expiresAt, tolerance + ms));
        expect((await other.verifier.verify(other.token)).isOk(), `${ms} ms`).to.equal(isTaken);
      }
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
