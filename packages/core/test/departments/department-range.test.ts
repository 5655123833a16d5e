import { parseDepartmentRange } from '@ops-admin/core';
import { expect } from 'chai';

describe('parseDepartmentRange', () => {
  const taken: [start: string, end: string, range: object][] = [
    ['0', '0', { start: 0 }],
    ['0', '10', { start: 0, end: 10 }],
    ['10', '20', { start: 10, end: 20 }],
    ['5', '0', { start: 5 }],
    ['20', '10', { start: 20, end: 10 }],
    ['007', '0010', { start: 7, end: 10 }],
    ['9007199254740991', '9007199254740991', { start: 9007199254740991, end: 9007199254740991 }],
  ];
  for (const [start, end, range] of taken) {
    it(`takes ${start} to ${end}`, () => {
      expect(parseDepartmentRange(start, end)._unsafeUnwrap()).to.deep.equal(range);
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
    it(`refuses ${JSON.stringify(bad.slice(0, 20))} as either bound`, () => {
      const error = (bound: string) => ({ type: 'invalid-department-range', bound });
      expect(parseDepartmentRange(bad, '10')._unsafeUnwrapErr()).to.deep.equal(error('start'));
      expect(parseDepartmentRange('0', bad)._unsafeUnwrapErr()).to.deep.equal(error('end'));
    });
  }
});
