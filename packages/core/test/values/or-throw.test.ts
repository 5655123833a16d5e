import { err, ok, orThrow, type Result } from '@ops-admin/core';
import { expect } from 'chai';

describe('orThrow', () => {
  it('returns the value', () => {
    expect(orThrow(ok(undefined))).to.equal(undefined);
  });

  const busy = Object.assign(new Error('database is locked'), { self: {} });
  busy.self = busy;
  for (const [error, message] of [
    [{ type: 'database-unusable', message: 'no folder' }, 'database-unusable: no folder'],
    [{ type: 'user-not-found', user: 'ada' }, '{"type":"user-not-found","user":"ada"}'],
    [
      { type: 'store-unavailable', cause: busy },
      '{"type":"store-unavailable","cause":"Error: database is locked"}',
    ],
  ] as const) {
    it(`throws an Error that says ${message}`, () => {
      const failed: Result<never, typeof error> = err(error);
      expect(() => orThrow(failed))
        .to.throw(Error, message)
        .with.property('cause', error);
    });
  }
});
