import assert from 'node:assert/strict';
import {
  type ChangeOptions,
  type ChangeRequest,
  DEFAULT_ADMIN_PERMISSION,
  type Permission,
} from '@ops-admin/core';
import {
  AS_IT_COMES,
  aDraft,
  anId,
  anIdentity,
  aPersonChange,
  aUser,
  changePerson,
  type OrganisationPorts,
} from '@ops-admin/testing';
import { assertIncludes, assertSound, okOf } from '../assertions.ts';
import { openOrganisation } from '../open-organisation.ts';

describe('The user lifecycle', () => {
  const ADMIN = DEFAULT_ADMIN_PERMISSION;
  const identity = anIdentity('ann');
  let stores: OrganisationPorts;
  let start: number;
  beforeEach(async () => {
    stores = openOrganisation();
    const users = [
      aUser(1, { permissions: [ADMIN, 'service.a'], identities: [identity] }),
      aUser(2, { permissions: [ADMIN] }),
      aUser(3, { permissions: ['service.a'], active: false }),
    ];
    await okOf(stores.organisation.importUsers(users, { ...aDraft(), action: 'set' }));
    start = await okOf(stores.audit.newestId());
  });
  afterEach(() => assertSound(stores.audit));

  const changeAll = async (requests: readonly ChangeRequest[], given: Partial<ChangeOptions> = {}) =>
    await okOf(stores.permissions.change(requests, { ...AS_IT_COMES, ...given }));
  const types = async (...given: Parameters<typeof changeAll>) =>
    (await changeAll(...given)).map(({ type }) => type);
  const held = async (n: number) => [...(await okOf(stores.permissions.find(anId(n))))];
  const entries = async () =>
    (await okOf(stores.audit.list({ limit: 20, afterId: start }))).map(({ action, userId, members }) => [
      action,
      userId,
      ...(members ? [members] : []),
    ]);
  const shown = async (n: number) => await okOf(stores.users.find(anId(n)));
  const take = (n: number, batch: string, keepLinks = false): ChangeRequest => ({
    userId: anId(n),
    change: { action: 'everything', keepLinks },
    draft: aDraft({ action: 'remove', batch }),
  });

  it('judges a request in a dry run by the states that earlier ones would leave', async () => {
    const off = (n: number) => aPersonChange(n, { action: 'deactivate' });
    const on = aPersonChange(1, { action: 'activate' });
    const requests = [off(1), off(1), off(2), on, off(2)];
    const tried = await changeAll(requests, { dryRun: true, keepAdmin: true });
    assert.deepEqual(
      tried.map((one) => (one.type === 'made' ? one.person : one.type)),
      ['deactivated', 'already-so', 'no-admin-left', 'activated', 'deactivated'],
    );
    assert.deepEqual(await entries(), []);
  });

  it('removes nothing where the last admin would be removed, nor in a dry run', async () => {
    const requests = [take(1, 'leavers'), take(2, 'leavers')];
    for (const how of [{ dryRun: true }, { atomic: true }]) {
      assert.deepEqual(await types(requests, { ...how, keepAdmin: true }), ['made', 'no-admin-left']);
    }
    assert.deepEqual(await entries(), []);
    assertIncludes(await shown(1), { identities: [identity] });
    assert.deepEqual(await held(1), [ADMIN, 'service.a']);
  });

  it('keeps identities when everything else is removed', async () => {
    const [made] = await changeAll([take(1, 'leavers', true)]);
    assert.ok(made?.type === 'made');
    assert.deepEqual(made.unlinked, []);
    assertIncludes(await shown(1), { identities: [identity] });
    assert.deepEqual(await entries(), [['remove', anId(1), ['permissions']]]);
  });

  it('writes an entry for a removal of everything where nothing is left, alone but not among many', async () => {
    const taken = [['remove', anId(4), ['permissions', 'identities']]];
    const { emails, personalInformation } = aUser(4);
    const person = { emails, personalInformation, departmentId: null };
    const permissions: Permission[] = [];
    await changePerson(stores.permissions, 4, { action: 'create', person, permissions });
    start = await okOf(stores.audit.newestId());
    await changeAll([take(4, 'leavers')]);
    await changeAll([take(4, 'leavers again'), take(4, 'leavers again')]);
    assert.deepEqual(await entries(), taken);
  });

  it('keeps their own e-mail in another spelling, and stores two spellings once', async () => {
    const update = (...emails: string[]) => aPersonChange(1, { action: 'update', person: { emails } });
    const spellings = update(' USER1@example.org ', 'user1@EXAMPLE.org', 'a@example.org');
    assert.deepEqual(await types([spellings]), ['made']);
    assert.deepEqual((await shown(1))?.emails, ['USER1@example.org', 'a@example.org']);
    const [same] = await changeAll([update('USER1@example.org', 'a@example.org')]);
    assertIncludes(same, { person: 'unchanged' });
  });
});
