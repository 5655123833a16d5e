import assert from 'node:assert/strict';
import type { TokenSubject, TokenVerifier, VerifiedToken } from '@ops-admin/core';
import { assertLacks, errorOf, okOf } from './assertions.js';
import { runnerOf, type SuiteOptions } from './runner.js';

/** A verifier, and a way to make tokens that it accepts. */
export interface OpenTokenVerifier {
  readonly verifier: TokenVerifier;
  /** A token of `subject` that the verifier accepts. */
  readonly token: string;
  readonly subject: TokenSubject;
  /** The `exp` that `token` was issued with; needed if the verifier knows it, see {@link TokenVerifierSuiteOptions}. */
  readonly expiresAt?: Date;
  /** Sets the verifier's clock. */
  readonly setClock: (now: Date) => void;
  /** A token that the verifier once accepted, but no longer does. */
  readonly expiredToken: string;
  /** Tokens for another audience, by another issuer, or signed with another key. */
  readonly foreignTokens?: readonly string[];
}

/** How the tests of {@link TokenVerifier} are run. */
export interface TokenVerifierSuiteOptions extends SuiteOptions {
  /**
   * Whether the verifier knows when a token expires, `true` by default. A verifier that asks the provider each time can be
   * without it.
   */
  readonly knowsEnd?: boolean;
}

/** The tests that every {@link TokenVerifier} must pass; `open` gives a new verifier, which has verified nothing yet. */
export function tokenVerifierContract(
  open: () => Promise<OpenTokenVerifier>,
  options: TokenVerifierSuiteOptions = {},
): void {
  const { beforeEach, describe, it } = runnerOf(options);
  const { knowsEnd = true } = options;
  describe('TokenVerifier contract', () => {
    let opened: OpenTokenVerifier;

    beforeEach(async () => {
      opened = await open();
    });

    const verified = async ({ verifier, token }: OpenTokenVerifier): Promise<VerifiedToken> =>
      await okOf(verifier.verify(token));
    const later = (date: Date, ms: number) => new Date(date.getTime() + ms);

    it('says who a valid token names, and until when, each time', async () => {
      for (const time of ['first', 'again']) {
        const { expiresAt, subject, validUntil } = await verified(opened);
        assert.deepEqual(subject, opened.subject, time);
        assert.deepEqual(expiresAt, opened.expiresAt, time);
        assert.deepEqual([expiresAt !== undefined, validUntil !== undefined], [knowsEnd, knowsEnd], time);
        if (expiresAt && validUntil)
          assert.ok(validUntil >= expiresAt, `${validUntil} is before ${expiresAt}`);
      }
    });

    const endsOf = async () => {
      const { expiresAt, validUntil } = await verified(opened);
      assert.ok(expiresAt && validUntil, 'the verifier must know when its token expires');
      return { expiresAt, validUntil };
    };
    const aboutTheEnd = knowsEnd ? it : () => {};

    aboutTheEnd(
      'takes a token it has verified up to the last millisecond, and refuses it from then on',
      async () => {
        const { validUntil } = await endsOf();
        opened.setClock(later(validUntil, -1));
        assert.deepEqual((await verified(opened)).validUntil, validUntil);
        opened.setClock(validUntil);
        const error = await errorOf(opened.verifier.verify(opened.token));
        assert.equal(error.type, 'invalid-token');
      },
    );

    aboutTheEnd('does the same with a token it has not seen before', async () => {
      const { expiresAt, validUntil } = await endsOf();
      const tolerance = validUntil.getTime() - expiresAt.getTime();
      for (const [ms, isTaken] of [
        [-1, true],
        [0, false],
      ] as const) {
        const other = await open();
        if (other.expiresAt) other.setClock(later(other.expiresAt, tolerance + ms));
        assert.equal((await other.verifier.verify(other.token)).isOk(), isTaken, `${ms} ms`);
      }
    });

    it('refuses an expired token, and those for others, and reveals no part of them', async () => {
      for (const token of [opened.expiredToken, ...(opened.foreignTokens ?? [])]) {
        const error = await errorOf(opened.verifier.verify(token));
        assert.equal(error.type, 'invalid-token');
        // A short part of an opaque token can be a word of the reason.
        const parts = token.split('.').filter(({ length }) => length >= 8);
        for (const part of [token, ...parts]) assertLacks(JSON.stringify(error), part);
      }
    });

    it('refuses anything that is not a token', async () => {
      for (const text of [
        '',
        ' ',
        'a.b.c',
        'null',
        opened.token.slice(1),
        `${opened.token}x`,
        `${opened.token} `,
      ]) {
        const error = await errorOf(opened.verifier.verify(text));
        assert.equal(error.type, 'invalid-token', JSON.stringify(text));
        assertLacks(JSON.stringify(error), opened.token.slice(1));
      }
    });
  });
}
