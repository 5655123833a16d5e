import { describeRefusal, isFailedRow, type RowRefusal, type RowResult } from '@ops-admin/core';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';

describe('describeRefusal', () => {
  const identity = { issuer: 'https://id.example', subject: 'ann' };
  const messages: Readonly<Record<string, readonly [RowRefusal, string]>> = {
    'names those whom an e-mail may mean': [
      { type: 'ambiguous-user', email: 'ada@example.org', candidates: [anId(1), anId(2)] },
      `ada@example.org belongs to several users; name one: ${anId(1)}, ${anId(2)}`,
    ],
    'says how a permission is written': [
      { type: 'invalid-permission', text: 'users.read' },
      '"users.read" is not a permission; write service.<module>, service.<module>.<action> or service.<module>.*',
    ],
    'names the last admin': [{ type: 'no-admin-left', user: anId(1) }, `${anId(1)} is the last admin`],
    'names who has an identity': [
      { type: 'identity-taken', identity, owner: anId(1), claimant: anId(2) },
      `ann at https://id.example belongs to the user ${anId(1)}`,
    ],
    'says how many a user may hold': [
      { type: 'too-many-permissions', user: anId(1), count: 10_001 },
      `${anId(1)} would hold 10001 permissions; the limit is 10000`,
    ],
    'names a user who is not there': [{ type: 'user-not-found', user: 'ada' }, 'there is no user ada'],
  };
  for (const [what, [refusal, message]] of Object.entries(messages)) {
    it(what, () => {
      expect(describeRefusal(refusal)).to.equal(message);
    });
  }
});

describe('isFailedRow', () => {
  const failed: Record<RowResult, boolean> = {
    added: false,
    'already-held': false,
    'would-add': false,
    updated: false,
    'would-update': false,
    unchanged: false,
    kept: false,
    'would-keep': false,
    removed: false,
    'nothing-held': false,
    'would-remove': false,
    renamed: false,
    'would-rename': false,
    reverted: false,
    'would-revert': false,
    'nothing-left': false,
    activated: false,
    deactivated: false,
    'would-activate': false,
    'would-deactivate': false,
    'already-so': false,
    'user-not-found': true,
    'ambiguous-user': true,
    'user-inactive': true,
    invalid: true,
    'no-admin-left': true,
    'changed-since': true,
    'not-done': true,
  };
  for (const [result, isFailed] of Object.entries(failed) as [RowResult, boolean][]) {
    it(`is ${isFailed} for ${result}`, () => {
      expect(isFailedRow({ result })).to.equal(isFailed);
    });
  }
});
