import { listRange, parseListIndex } from '@ops-admin/core';
import { expect } from 'chai';

describe('parseListIndex', () => {
  const taken: [text: string, index: number][] = [
    ['0', 0],
    ['10', 10],
    ['0010', 10],
    ['9007199254740991', 9007199254740991],
  ];
  for (const [text, index] of taken) {
    it(`accepts ${text}`, () => {
      expect(parseListIndex(text)._unsafeUnwrap()).to.equal(index);
    });
  }

  for (const bad of [
    '',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x10',
    ' 1',
    '1\n',
    'abc',
    '٣',
    '9007199254740992',
    '9'.repeat(400),
  ]) {
    it(`refuses ${JSON.stringify(bad.slice(0, 20))}`, () => {
      expect(parseListIndex(bad)._unsafeUnwrapErr()).to.deep.equal({
        type: 'invalid-list-index',
      });
    });
  }
});

describe('listRange', () => {
  it('treats a missing range as the whole list', () => {
    expect(listRange()).to.deep.equal({ start: 0 });
    expect(listRange({ end: 3 })).to.deep.equal({ start: 0, end: 3 });
  });

  const ranges: [start: number, end: number, range: object][] = [
    [0, 0, { start: 0 }],
    [0, 10, { start: 0, end: 10 }],
    [10, 20, { start: 10, end: 20 }],
    [5, 0, { start: 5 }],
    [20, 10, { start: 20, end: 10 }],
  ];
  for (const [start, end, range] of ranges) {
    it(`accepts ${start} to ${end}`, () => {
      expect(listRange({ start, end })).to.deep.equal(range);
    });
  }
});
