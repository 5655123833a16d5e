import type { ListedPermission, Permission } from '@ops-admin/core';
import { knownPermissions, PermissionCatalogue } from '@ops-admin/core/operations';
import { AS_IT_COMES, aDraft, aRequest, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('knownPermissions', () => {
  const listed: ListedPermission[] = [
    { permission: 'service.billing.read' as Permission, description: 'Reads bills', owner: 'Finance' },
    { permission: 'service.fuel.order' as Permission, description: 'Orders Käse' },
  ];
  const { audit, organisation, permissions, users } = openOrganisation();
  const rules = { catalogue: () => new PermissionCatalogue(listed) };
  const known = knownPermissions({ audit, users, rules });

  before(async () => {
    const held = [
      aUser(1, { permissions: ['service.billing.read', 'service.billing.*', 'odd one'] }),
      aUser(2, { permissions: ['service.billing.read', 'service.fuel'], active: false }),
    ];
    await organisation.importUsers(held, aDraft({ action: 'set', source: 'import' }));
    await permissions.change([aRequest(2, 'add', ['service.gone.read'])], AS_IT_COMES);
    await permissions.change([aRequest(2, 'remove', ['service.gone.read'])], AS_IT_COMES);
  });

  const list = async (query?: Parameters<typeof known.list>[0]) =>
    (await known.list(query))._unsafeUnwrap().permissions.map(({ permission }) => permission);

  it('are those in the catalogue, those held by users, and those in the audit log, ordered by string', async () => {
    const none = { description: null, owner: null };
    expect((await known.list())._unsafeUnwrap()).to.deep.equal({
      total: 6,
      permissions: [
        { permission: 'odd one', module: null, ...none, listed: false, holders: 1 },
        { permission: 'service.billing.*', module: 'billing', ...none, listed: true, holders: 1 },
        {
          permission: 'service.billing.read',
          module: 'billing',
          description: 'Reads bills',
          owner: 'Finance',
          listed: true,
          holders: 2,
        },
        { permission: 'service.fuel', module: 'fuel', ...none, listed: true, holders: 1 },
        {
          permission: 'service.fuel.order',
          module: 'fuel',
          description: 'Orders Käse',
          owner: null,
          listed: true,
          holders: 0,
        },
        { permission: 'service.gone.read', module: 'gone', ...none, listed: false, holders: 0 },
      ],
    });
  });

  it('can be filtered by text, by module, and by the catalogue, and are returned by pages', async () => {
    expect(await list({ search: 'BILL' })).to.deep.equal(['service.billing.*', 'service.billing.read']);
    expect(await list({ search: ' orders kase ' })).to.deep.equal(['service.fuel.order']);
    expect(await list({ module: 'fuel' })).to.deep.equal(['service.fuel', 'service.fuel.order']);
    expect(await list({ listed: false })).to.deep.equal(['odd one', 'service.gone.read']);
    expect(await list({ module: 'fuel', search: 'read' })).to.deep.equal([]);
    const part = (await known.list({ start: 1, end: 3, listed: true }))._unsafeUnwrap();
    expect(part.total).to.equal(4);
    expect(part.permissions.map(({ permission }) => permission)).to.deep.equal([
      'service.billing.read',
      'service.fuel',
    ]);
  });

  it('belong to modules, whose holders are counted once', async () => {
    expect((await known.modules())._unsafeUnwrap()).to.deep.equal([
      { module: 'billing', permissions: 2, holders: 2 },
      { module: 'fuel', permissions: 2, holders: 1 },
      { module: 'gone', permissions: 1, holders: 0 },
    ]);
  });

  it('follow the current catalogue', async () => {
    listed.push({ permission: 'service.new.read' as Permission, description: '' });
    expect(await list({ module: 'new' })).to.deep.equal(['service.new.read']);
  });

  it('suggest a string for an unknown one', async () => {
    const doubts = (await known.doubtful(['service.biling.raed', 'odd one']))._unsafeUnwrap();
    expect(doubts).to.deep.equal([{ permission: 'service.biling.raed', meant: 'service.billing.read' }]);
    expect((await known.doubtful([]))._unsafeUnwrap()).to.deep.equal([]);
  });
});
