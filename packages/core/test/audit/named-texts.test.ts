import { foreignBatch, newBatchName, parseBatchName, parseReason } from '@ops-admin/core';
import { expect } from 'chai';

describe('The name of a batch', () => {
  it('has 1 to 100 characters from ! to ~', () => {
    for (const text of ['!', '~', 'b1', 'x'.repeat(100)])
      expect(parseBatchName(text)._unsafeUnwrap()).to.equal(text);
    for (const text of ['', ' ', 'a b', 'é', 'a\n', '\u007f', 'x'.repeat(101)]) {
      expect(parseBatchName(text)._unsafeUnwrapErr()).to.deep.equal({ type: 'invalid-batch-name' });
    }
  });

  it('consists of the time and a random part', () => {
    const names = new Set(
      Array.from({ length: 20 }, () => newBatchName(() => new Date('2026-11-21T10:30:45.678Z'))),
    );
    for (const name of names) expect(name).to.match(/^20261121T103045-[0-9a-f]{6}$/);
    expect(names.size).to.be.greaterThan(1);
  });

  it('has a part of six digits, however small', () => {
    const { random } = Math;
    try {
      Math.random = () => 2 ** -24;
      expect(newBatchName(() => new Date('2026-11-21T10:30:45.678Z'))).to.equal('20261121T103045-000001');
    } finally {
      Math.random = random;
    }
  });

  it('continues for a day, for the actor who began it', () => {
    const newest = { actor: 'cli:ann', time: '2026-11-21T10:30:45.000Z' };
    const at = (time: string) => () => new Date(time);
    const [sameDay, nextDay] = [at('2026-11-22T10:30:45.000Z'), at('2026-11-22T10:30:45.001Z')];
    expect(foreignBatch(undefined, 'cli:ann', nextDay)).to.equal(undefined);
    expect(foreignBatch(newest, 'cli:ann', sameDay)).to.equal(undefined);
    expect(foreignBatch(newest, 'cli:ann', nextDay)).to.equal('without changes for a day');
    for (const clock of [sameDay, nextDay])
      expect(foreignBatch(newest, 'cli:bob', clock)).to.equal('of another actor');
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

  it('has no other control characters, and no lone surrogates', () => {
    for (const text of ['a\0', '\u001b[31m', '\u007f', '\u0085', '\ud800', 'x\udfff']) {
      expect(parseReason(text)._unsafeUnwrapErr()).to.deep.equal({
        type: 'invalid-reason',
        problem: 'unprintable',
      });
    }
  });
});
