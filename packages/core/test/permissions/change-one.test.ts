import {
  AccessPolicy,
  type ChangeOneInput,
  type ChangeRules,
  type Permission,
  PermissionSet,
  type Timestamp,
} from '@ops-admin/core';
import { PermissionCatalogue, permissionOperations } from '@ops-admin/core/operations';
import { aDraft, anId, aTime, aUser, type OrganisationPorts } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('changeOne of permissionOperations', () => {
  const origin = { actor: anId(1), source: 'http', requestId: 'request-1' } as const;
  const ADMIN = 'service.admin.access';
  let stores: OrganisationPorts;

  beforeEach(async () => {
    stores = openOrganisation();
    const users = [aUser(1, { permissions: [ADMIN] }), aUser(2, { permissions: ['service.a.read', 'odd'] })];
    (await stores.organisation.importUsers(users, aDraft({ action: 'set' })))._unsafeUnwrap();
  });

  const change = (input: Partial<ChangeOneInput>, rules: ChangeRules = {}) =>
    permissionOperations({
      rules,
      store: stores.permissions,
      audit: stores.audit,
      users: stores.users,
      clock: () => new Date(aTime(30)),
      policy: new AccessPolicy(),
    }).changeOne({ user: anId(2), action: 'remove', permissions: ['odd'], origin, ...input });
  const held = async (n: number) => (await stores.users.find(anId(n)))._unsafeUnwrap()?.permissions.toArray();
  const refusal = async (...given: Parameters<typeof change>) => (await change(...given))._unsafeUnwrapErr();

  it('returns the removed permissions and the strings that still grant them, with the entry id', async () => {
    const changed = await change({ user: 'USER2@example.org', permissions: ['service.a.read', 'none'] });
    expect(changed._unsafeUnwrap()).to.deep.equal({
      userId: anId(2),
      email: 'user2@example.org',
      name: 'First2 Last2',
      added: [],
      removed: ['service.a.read'],
      stillGrantedBy: [],
      entry: 3,
      warnings: [],
      leavesNoAdmin: false,
    });
    expect((await stores.audit.find(3))._unsafeUnwrap()).to.deep.include({
      ...origin,
      action: 'remove',
      requested: ['service.a.read', 'none'],
      removed: ['service.a.read'],
      time: aTime(30),
    });
  });

  it('writes an entry even if nothing changes, but not in a dry run', async () => {
    expect((await change({ permissions: ['none'] }))._unsafeUnwrap()).to.deep.include({
      removed: [],
      entry: 3,
    });
    expect((await change({ dryRun: true }))._unsafeUnwrap()).to.not.have.property('entry');
    expect(await held(2)).to.deep.equal(['service.a.read', 'odd']);
  });

  it('adds until a time, and warns of a new admin and of a string that looks mistyped', async () => {
    const catalogue = new PermissionCatalogue([
      { permission: 'service.a.read' as Permission, description: '' },
    ]);
    const until = '2999-01-01T00:00:00.000Z' as Timestamp;
    const permissions = [ADMIN, 'service.a.raed'];
    const rules = { catalogue: () => catalogue };
    const added = (await change({ action: 'add', permissions, until }, rules))._unsafeUnwrap();
    expect(added).to.deep.include({ added: permissions, ends: { [ADMIN]: until, 'service.a.raed': until } });
    expect(added.warnings).to.deep.equal([
      'is an admin now',
      'service.a.raed is not a known permission; did you mean service.a.read?',
    ]);
  });

  it('returns each refusal as an error, and writes nothing', async () => {
    const many = Array.from({ length: 999 }, (_, n) => `service.m${n}`);
    const refusals = [
      [{ user: anId(9) }, { type: 'user-not-found', user: anId(9) }],
      [{ user: 'nobody@example.org' }, { type: 'user-not-found', user: 'nobody@example.org' }],
      [{ action: 'add' }, { type: 'invalid-permission', text: 'odd' }],
      [
        { action: 'add', permissions: many },
        { type: 'too-many-permissions', user: anId(2), count: 1001 },
      ],
      [
        { user: anId(1), permissions: [ADMIN] },
        { type: 'no-admin-left', user: anId(1) },
      ],
      [{ asOf: 0 }, { type: 'outdated', user: anId(2) }],
      [
        { actor: { userId: anId(2), mustHold: new AccessPolicy().adminPermission } },
        { type: 'actor-refused', reason: 'not-granted' },
      ],
    ] as const;
    for (const [input, error] of refusals) expect(await refusal(input)).to.deep.equal(error);
    const passed = { action: 'add', permissions: ['service.b'], until: aTime(-3600) } as const;
    expect(await refusal(passed)).to.include({ type: 'end-passed', permission: 'service.b' });
    expect(await refusal({}, { reason: /OPS-\d+/ })).to.deep.include({ type: 'reason-required' });
    expect((await stores.audit.newestId())._unsafeUnwrap()).to.equal(2);
    expect(await held(1)).to.deep.equal(PermissionSet.of([ADMIN]).toArray());
  });
});
