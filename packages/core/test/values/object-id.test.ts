import { parseObjectId } from '@ops-admin/core';
import { expect } from 'chai';
import { newObjectId } from '../../dist/values/object-id.js';

describe('parseObjectId', () => {
  it('accepts 24 hexadecimal digits in either case and returns them in lower case', () => {
    expect(parseObjectId('65F0a1b2C3d4e5f6A7b8c9D0')._unsafeUnwrap()).to.equal('65f0a1b2c3d4e5f6a7b8c9d0');
  });

  const refused = [
    '',
    '65f0a1b2c3d4e5f6a7b8c9d',
    '65f0a1b2c3d4e5f6a7b8c9d00',
    '65f0a1b2c3d4e5f6a7b8c9dg',
    ' 65f0a1b2c3d4e5f6a7b8c9d0',
    '65f0a1b2c3d4e5f6a7b8c9d0\n',
    '６5f0a1b2c3d4e5f6a7b8c9d0',
  ];
  for (const text of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(parseObjectId(text)._unsafeUnwrapErr()).to.deep.equal({ type: 'invalid-object-id', text });
    });
  }
});

describe('newObjectId', () => {
  const { random } = Math;
  afterEach(() => {
    Math.random = random;
  });

  it('is the second, then 64 random bits', () => {
    const numbers = [0.75, 0.125];
    Math.random = () => numbers.shift() ?? 0;
    const clock = () => new Date(Date.UTC(2026, 0, 1, 0, 0, 7, 999));
    expect(newObjectId(clock)).to.equal('6955b907c000000020000000');
  });
});
