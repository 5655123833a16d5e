import { parseLinkableIdentity } from '@ops-admin/core';
import { expect } from 'chai';

describe('parseLinkableIdentity', () => {
  it('keeps issuer and subject exactly', () => {
    for (const text of ['https://id.example/', ' a b ', 'é', 'e\u0301', '🙂', '%00']) {
      const identity = { issuer: text, subject: `${text}2` };
      expect(parseLinkableIdentity(identity)._unsafeUnwrap()).to.deep.equal(identity);
    }
  });

  const refused: Record<string, string> = {
    '': 'empty',
    'a\nb': 'unprintable',
    'a\0': 'unprintable',
    '\u001b[31m': 'unprintable',
    '\u0085': 'unprintable',
    '\ud83d': 'unprintable',
    '\ude42\ud83d': 'unprintable',
  };
  for (const [text, reason] of Object.entries(refused)) {
    it(`refuses ${JSON.stringify(text)} as issuer and as subject`, () => {
      expect(parseLinkableIdentity({ issuer: text, subject: 'a' })._unsafeUnwrapErr()).to.deep.equal({
        type: 'invalid-identity',
        part: 'issuer',
        reason,
      });
      expect(parseLinkableIdentity({ issuer: 'a', subject: text })._unsafeUnwrapErr()).to.deep.equal({
        type: 'invalid-identity',
        part: 'subject',
        reason,
      });
    });
  }
});
