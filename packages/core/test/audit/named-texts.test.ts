import { newBatchName, parseBatchName, parseReason } from '@ops-admin/core';
import { expect } from 'chai';

describe('The name of a run', () => {
  it('has 1 to 100 characters from ! to ~', () => {
    for (const text of ['!', '~', 'b1', 'x'.repeat(100)])
      expect(parseBatchName(text)._unsafeUnwrap()).to.equal(text);
    for (const text of ['', ' ', 'a b', 'é', 'a\n', '\u007f', 'x'.repeat(101)]) {
      expect(parseBatchName(text)._unsafeUnwrapErr()).to.deep.equal({ type: 'invalid-batch-name' });
    }
  });

  it('is made of the time and a part that differs', () => {
    const names = new Set(
      Array.from({ length: 20 }, () => newBatchName(() => new Date('2026-11-21T10:30:45.678Z'))),
    );
    for (const name of names) expect(name).to.match(/^20261121T103045-[0-9a-f]{6}$/);
    expect(names.size).to.be.greaterThan(1);
  });
});

describe('A reason', () => {
  it('has at most 500 characters, in lines', () => {
    for (const text of ['', 'left the team', 'a\n\tb\r\nc', '😀'.repeat(500)]) {
      expect(parseReason(text)._unsafeUnwrap()).to.equal(text);
    }
    expect(parseReason('x'.repeat(501))._unsafeUnwrapErr()).to.deep.equal({
      type: 'invalid-reason',
      problem: 'too-long',
    });
  });

  it('has no other control characters, and no halves of surrogate pairs', () => {
    for (const text of ['a\0', '\u001b[31m', '\u007f', '\u0085', '\ud800', 'x\udfff']) {
      expect(parseReason(text)._unsafeUnwrapErr()).to.deep.equal({
        type: 'invalid-reason',
        problem: 'unprintable',
      });
    }
  });
});
