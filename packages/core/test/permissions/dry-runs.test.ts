import assert from 'node:assert/strict';
import type { ChangeOptions, ChangeRequest, Permission } from '@ops-admin/core';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser, type OrganisationPorts } from '@ops-admin/testing';
import { assertIncludes, assertSound, okOf } from '../assertions.ts';
import { openOrganisation } from '../open-organisation.ts';

describe('Dry runs, renames and unknown users', () => {
  const admin = 'service.b.read' as Permission;
  let stores: OrganisationPorts;
  beforeEach(async () => {
    stores = openOrganisation();
    const users = [
      aUser(1, { permissions: ['service.b.read', 'service.a.*', 'odd one'] }),
      aUser(2, { permissions: ['service.b.read'] }),
      aUser(3, { permissions: [] }),
    ];
    await okOf(stores.organisation.importUsers(users, { ...aDraft(), action: 'set' }));
  });
  afterEach(() => assertSound(stores.audit));

  const held = async (n: number): Promise<string[]> => [...(await okOf(stores.permissions.find(anId(n))))];
  const changeAll = async (requests: readonly ChangeRequest[], options: Partial<ChangeOptions> = {}) =>
    await okOf(stores.permissions.change(requests, { ...AS_IT_COMES, ...options }));

  it('judge a later request in a dry run after the earlier ones, and write nothing', async () => {
    const requests = [
      aRequest(1, 'remove', ['service.a.*']),
      aRequest(1, 'add', ['service.c']),
      aRequest(1, 'remove', ['service.a.*', 'service.c']),
    ];
    const [, , again] = await changeAll(requests, { dryRun: true });
    assertIncludes(again, { type: 'made' });
    assert.deepEqual(again?.type === 'made' && [...again.change.after], ['service.b.read', 'odd one']);
    assert.deepEqual(again?.type === 'made' && again.change.removed, ['service.c']);
    assert.deepEqual(await held(1), ['service.b.read', 'service.a.*', 'odd one']);
  });

  it('do not count an admin removed by an earlier request in a dry run, but count each new one', async () => {
    const requests = [
      aRequest(1, 'remove', [admin]),
      aRequest(2, 'remove', [admin]),
      aRequest(3, 'add', [admin]),
      aRequest(2, 'remove', [admin]),
      aRequest(3, 'remove', [admin]),
    ];
    const outcomes = await changeAll(requests, { dryRun: true, adminPermission: admin, keepAdmin: true });
    assert.deepEqual(
      outcomes.map(({ type }) => type),
      ['made', 'no-admin-left', 'made', 'made', 'no-admin-left'],
    );
  });

  it('rename permissions, with an entry for the removed and the added string', async () => {
    const renaming = { from: 'service.a.*', to: 'service.z.*' as Permission };
    const draft = aDraft({ action: 'set', requested: [renaming.from, renaming.to] });
    const [made] = await changeAll([{ userId: anId(1), change: { action: 'rename', renaming }, draft }]);
    assertIncludes(made?.type === 'made' ? made.entry : undefined, {
      action: 'set',
      added: ['service.z.*'],
      removed: ['service.a.*'],
      after: ['service.b.read', 'service.z.*', 'odd one'],
    });
    assert.deepEqual(await held(1), ['service.b.read', 'service.z.*', 'odd one']);
  });

  it('let an unknown user fail the others only where it is not ignored', async () => {
    const requests = [aRequest(1, 'remove', ['odd one']), aRequest(9, 'remove', ['odd one'])];
    await changeAll(requests, { atomic: true });
    assert.ok((await held(1)).includes('odd one'));
    await changeAll(requests, { atomic: true, ignoresUnknown: true });
    assert.ok(!(await held(1)).includes('odd one'));
  });
});
