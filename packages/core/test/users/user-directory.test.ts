import { checkUserKeys } from '@ops-admin/core/adapter';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';

describe('checkUserKeys', () => {
  const KEYS = [
    { userId: anId(1) },
    { email: 'ada@example.org' },
    { identity: { issuer: 'https://id.example', subject: 'ada' } },
  ];

  it('throws for an invalid list of keys, and names the invalid one', () => {
    expect(() => checkUserKeys(KEYS)).to.not.throw();
    for (const [given, message] of [
      [undefined, 'keys must be an array'],
      [KEYS[0], 'keys must be an array'],
      [[...KEYS, {}], 'keys[3] must be a string, not undefined'],
      [[null], 'keys[0] must be a string, not undefined'],
      [[{ identity: { issuer: 7, subject: 'ada' } }], 'keys[0] must be a string, not 7'],
      [[{ identity: { issuer: 'https://id.example' } }], 'keys[0] must be a string, not undefined'],
    ] as const) {
      expect(() => checkUserKeys(given), JSON.stringify(given)).to.throw(TypeError, message);
    }
  });
});
