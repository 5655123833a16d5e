import { isFailedRow, type RowResult } from '@ops-admin/core';
import { anId } from '@ops-admin/core/fakes';
import { refusedRow } from '@ops-admin/core/jobs';
import { expect } from 'chai';

describe('A row that was refused', () => {
  it('names those whom an e-mail may mean', () => {
    const candidates = [anId(1), anId(2)];
    expect(refusedRow({ type: 'ambiguous-user', email: 'ada@example.org', candidates })).to.deep.equal({
      result: 'ambiguous-user',
      message: `ada@example.org belongs to several users; name one: ${anId(1)}, ${anId(2)}`,
    });
  });

  it('says how a permission is written', () => {
    expect(refusedRow({ type: 'invalid-permission', text: 'users.read' })).to.deep.equal({
      result: 'invalid',
      message:
        '"users.read" is not a permission; write service.<module>, service.<module>.<action> or service.<module>.*',
    });
  });

  it('names the last admin', () => {
    expect(refusedRow({ type: 'no-admin-left', user: anId(1) })).to.deep.equal({
      result: 'no-admin-left',
      message: `${anId(1)} is the last admin`,
    });
  });

  it('names who has an identity', () => {
    const identity = { issuer: 'https://id.example', subject: 'ann' };
    const refusal = { type: 'identity-taken', identity, owner: anId(1), claimant: anId(2) } as const;
    expect(refusedRow(refusal)).to.deep.equal({
      result: 'not-done',
      message: `ann at https://id.example belongs to the user ${anId(1)}`,
    });
  });

  it('says how many a user may hold', () => {
    expect(refusedRow({ type: 'too-many-permissions', user: anId(1), count: 10_001 })).to.deep.equal({
      result: 'invalid',
      message: `${anId(1)} would hold 10001 permissions; the limit is 10000`,
    });
  });

  it('names a user who is not there', () => {
    expect(refusedRow({ type: 'user-not-found', user: 'ada' })).to.deep.equal({
      result: 'user-not-found',
      message: 'there is no user ada',
    });
  });
});

describe('isFailedRow', () => {
  const failed: Record<RowResult, boolean> = {
    added: false,
    'already-held': false,
    'would-add': false,
    removed: false,
    'nothing-held': false,
    'would-remove': false,
    reverted: false,
    'would-revert': false,
    'nothing-left': false,
    'user-not-found': true,
    'ambiguous-user': true,
    invalid: true,
    'no-admin-left': true,
    'not-done': true,
  };
  for (const [result, isFailed] of Object.entries(failed) as [RowResult, boolean][]) {
    it(`is ${isFailed} for ${result}`, () => {
      expect(isFailedRow({ result })).to.equal(isFailed);
    });
  }
});
