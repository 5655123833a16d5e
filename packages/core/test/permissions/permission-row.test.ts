import { isFailedRow, type RowRefusal, type RowResult } from '@ops-admin/core';
import {
  batchWritten,
  describeRefusal,
  isChangeRow,
  isDoneRow,
  ROW_RESULTS,
  resultIn,
} from '@ops-admin/core/operations';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { refusedRow } from '../../dist/permissions/permission-row.js';

describe('describeRefusal', () => {
  const identity = { issuer: 'https://id.example', subject: 'ann' };
  const ada = { userId: anId(1), email: 'ada@example.org', name: 'Ada Byron', active: true };
  const messages: Readonly<Record<string, readonly [RowRefusal, string]>> = {
    'names the user who has the e-mail': [
      { type: 'email-taken', email: 'ADA@example.org', owner: ada, claimant: anId(2) },
      `the e-mail ADA@example.org belongs to Ada Byron <ada@example.org>, the user ${anId(1)}`,
    ],
    'suggests a remedy for an e-mail that an inactive user has': [
      {
        ...{ type: 'email-taken', email: 'ada@example.org', claimant: anId(2) },
        owner: { ...ada, active: false },
      },
      `the e-mail ada@example.org belongs to Ada Byron <ada@example.org>, the user ${anId(1)}, who is inactive: to let them back in, run ops-admin users activate ${anId(1)}; to free the e-mail, run ops-admin users erase ${anId(1)}`,
    ],
    'explains the form of a permission': [
      { type: 'invalid-permission', text: 'users.read' },
      '"users.read" is not a permission; write service.<module>, service.<module>.<action> or service.<module>.*',
    ],
    'names the last admin': [{ type: 'no-admin-left', user: anId(1) }, `${anId(1)} is the last admin`],
    'names the user who has the identity': [
      { type: 'identity-taken', identity, owner: anId(1), claimant: anId(2) },
      `ann at https://id.example belongs to the user ${anId(1)}`,
    ],
    'names the maximum for a user': [
      { type: 'too-many-permissions', user: anId(1), count: 1001 },
      `${anId(1)} would hold 1001 permissions; the limit is 1000`,
    ],
    'names the unknown user': [{ type: 'user-not-found', user: 'ada' }, 'no user has the id or e-mail ada'],
    'names the active user': [
      { type: 'user-active', user: anId(1) },
      `${anId(1)} is active; deactivate them before they are erased`,
    ],
    'names the inactive user': [
      { type: 'user-inactive', user: anId(1) },
      `${anId(1)} is inactive; activate them to add permissions`,
    ],
    'names the existing user': [{ type: 'user-exists', user: anId(1) }, `the user ${anId(1)} already exists`],
    'names the erased id': [
      { type: 'user-exists', user: anId(1), isErased: true },
      `the user ${anId(1)} was erased; no other user can have the id, because the audit log keeps it`,
    ],
  };
  for (const [what, [refusal, message]] of Object.entries(messages)) {
    it(what, () => {
      expect(describeRefusal(refusal)).to.equal(message);
    });
  }

  it('names a user by name and e-mail', () => {
    const types = ['no-admin-left', 'user-active', 'user-inactive'] as const;
    for (const type of types) expect(describeRefusal({ type, user: anId(1) }, 'Ada')).to.match(/^Ada is /);
  });

  it('describes a row with a conflict whose request is valid', () => {
    const results = {
      'user-active': 'conflict',
      'user-exists': 'conflict',
      'user-inactive': 'user-inactive',
      'no-admin-left': 'no-admin-left',
    } as const;
    for (const [type, result] of Object.entries(results)) {
      const refusal = { type, user: anId(1) } as RowRefusal;
      expect(refusedRow(refusal, 'Ada')).to.deep.equal({ result, message: describeRefusal(refusal, 'Ada') });
    }
  });
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
    created: false,
    'would-create': false,
    deleted: false,
    'would-delete': false,
    erased: false,
    'would-erase': false,
    linked: false,
    'would-link': false,
    unlinked: false,
    'would-unlink': false,
    'user-not-found': true,
    'user-inactive': true,
    invalid: true,
    conflict: true,
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

describe('isChangeRow', () => {
  it('is true for real and dry changes, except for a permission that a review keeps', () => {
    const words = [...Object.entries(ROW_RESULTS.done).flat(), ...ROW_RESULTS.nothing, ...ROW_RESULTS.failed];
    const others = words.filter((result) => !isChangeRow({ result: result as RowResult }));
    expect(others).to.deep.equal(['kept', 'would-keep', ...ROW_RESULTS.nothing, ...ROW_RESULTS.failed]);
  });
});

describe('resultIn', () => {
  it('has a word for each result in a dry run, and the same word where nothing was to do', () => {
    expect([resultIn(true, 'added'), resultIn(false, 'added')]).to.deep.equal(['would-add', 'added']);
    expect(resultIn(true, 'unchanged')).to.equal('unchanged');
  });
});

describe('isDoneRow', () => {
  it('is true for an entry with a change', () => {
    expect(isDoneRow({ result: 'added', entry: 1 })).to.equal(true);
    expect(isDoneRow({ result: 'would-add' })).to.equal(false);
    for (const result of ['already-held', 'nothing-held', 'nothing-left', 'already-so', 'unchanged'] as const)
      expect(isDoneRow({ result, entry: 1 }), result).to.equal(false);
  });
});

describe('batchWritten', () => {
  it('is the batch if anything was written', () => {
    expect(batchWritten([{}, { entry: 1 }], 'run')).to.equal('run');
    expect(batchWritten([{}], 'run')).to.equal(null);
    expect(batchWritten([{ entry: 1 }], null)).to.equal(null);
  });
});
