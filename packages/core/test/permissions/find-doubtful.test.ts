import { AccessPolicy, type ListedPermission, type Permission, type UserDirectory } from '@ops-admin/core';
import { PermissionCatalogue, permissionOperations } from '@ops-admin/core/operations';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser, inMemoryOrganisation } from '@ops-admin/testing';
import { expect } from 'chai';

describe('findDoubtful of a change', () => {
  const own = inMemoryOrganisation();
  const { organisation, permissions: permissionStore, users } = own;
  const policy = new AccessPolicy();
  const listed: ListedPermission[] = [];
  const rules = { catalogue: () => new PermissionCatalogue(listed) };
  const findAmong = async (directory: UserDirectory, permissions: string[], of = own) => {
    const parts = {
      store: of.permissions,
      audit: of.audit,
      users: directory,
      clock: () => new Date(),
      policy,
      rules,
    };
    const changed = await permissionOperations(parts).change({
      action: 'remove',
      changes: [{ user: anId(1), permissions }],
      origin: { actor: 'cli:root', source: 'cli' },
      dryRun: true,
      findDoubtful: true,
    });
    return changed._unsafeUnwrap().doubtful ?? [];
  };
  const find = (...typed: string[]) => findAmong(users, typed);

  before(async () => {
    const held = [
      aUser(1, { permissions: ['service.billing.read', 'odd-one'] }),
      aUser(2, { permissions: ['service.tickets.read', 'service.gone'] }),
    ];
    await organisation.importUsers(held, aDraft({ action: 'set', source: 'import' }));
    await permissionStore.change([aRequest(2, 'add', ['service.parking.read'])], AS_IT_COMES);
    await permissionStore.change([aRequest(2, 'remove', ['service.parking.read'])], AS_IT_COMES);
  });

  for (const meant of [
    'service.billing.read',
    'service.billing.*',
    'odd-one',
    'service.parking.read',
    'service.parking.*',
  ]) {
    it(`takes ${meant} as it is`, async () => {
      expect(await find(meant)).to.deep.equal([]);
    });
  }

  it('doubts an action that nobody holds and nothing names, also in a module that is in use', async () => {
    expect(await find('service.billing.reed', 'service.billing.export')).to.deep.equal([
      { permission: 'service.billing.reed', meant: 'service.billing.read' },
      { permission: 'service.billing.export' },
    ]);
  });

  it('knows what the catalogue lists, and what makes an admin or a reader', async () => {
    listed.push({ permission: 'service.fuel.order' as Permission, description: 'Orders fuel' });
    expect(await find('service.fuel.order', 'service.fuel.*', 'service.fuel')).to.deep.equal([]);
    expect(await find('service.fuel.odrer', 'service.feul')).to.deep.equal([
      { permission: 'service.fuel.odrer', meant: 'service.fuel.order' },
      { permission: 'service.feul', meant: 'service.fuel' },
    ]);
    expect(await find('service.admin.access', 'service.admin.read')).to.deep.equal([]);
  });

  it('means nothing that only the trail names', async () => {
    expect(await find('service.parkin.read')).to.deep.equal([{ permission: 'service.parkin.read' }]);
  });

  it('names the module that was meant, with the rest as it was typed', async () => {
    expect(await find('service.biling.*', 'service.tikcets.write')).to.deep.equal([
      { permission: 'service.biling.*', meant: 'service.billing.*' },
      { permission: 'service.tikcets.write', meant: 'service.tickets.write' },
    ]);
  });

  it('names the string that was meant by one off the pattern', async () => {
    expect(await find('odd-on')).to.deep.equal([{ permission: 'odd-on', meant: 'odd-one' }]);
    expect(await find('servce.billing.read')).to.deep.equal([
      { permission: 'servce.billing.read', meant: 'service.billing.read' },
    ]);
  });

  it('names nothing where nothing comes near', async () => {
    expect(await find('service.xyzzy.*', '*', 'service.*', 'a,b')).to.deep.equal([
      { permission: 'service.xyzzy.*' },
      { permission: '*' },
      { permission: 'service.*' },
      { permission: 'a,b' },
    ]);
  });

  it('says each once, in their order, without those that are right', async () => {
    expect(await find('b,c', 'odd-one', 'a,b', 'b,c')).to.deep.equal([
      { permission: 'b,c' },
      { permission: 'a,b' },
    ]);
  });

  it('does not read every string where nothing is doubted', async () => {
    const unread = {
      ...users,
      heldPermissions: (among?: readonly string[]) =>
        among ? users.heldPermissions(among) : expect.fail('all were read'),
    } as UserDirectory;
    expect(await findAmong(unread, ['service.parking.read', 'odd-one'])).to.deep.equal([]);
  });

  it('reads all strings of a store once, and then what entries changed', async () => {
    const store = inMemoryOrganisation();
    let readings = 0;
    const directory: UserDirectory = new Proxy(store.users, {
      get: (target, name: keyof UserDirectory) => {
        const method = target[name] as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          if (name === 'heldPermissions' && args[0] === undefined) readings++;
          return method.apply(target, args);
        };
      },
    });
    const change = async (n: number, action: 'add' | 'remove', permission: string) =>
      (await store.permissions.change([aRequest(n, action, [permission])], AS_IT_COMES))._unsafeUnwrap();
    const meant = async (permission: string) =>
      (await findAmong(directory, [permission], store)).map((one) => one.meant ?? 'nothing');
    await store.organisation.importUsers([aUser(1), aUser(2)], aDraft({ action: 'set', source: 'import' }));
    await change(1, 'add', 'service.billing.read');
    expect(await meant('service.billing.reed')).to.deep.equal(['service.billing.read']);
    // Renamed by somebody else: the old name is meant no more, and the new one is.
    await change(1, 'add', 'service.invoices.read');
    await change(1, 'remove', 'service.billing.read');
    expect(await meant('service.billing.reed')).to.deep.equal(['nothing']);
    expect(await meant('service.invoices.raed')).to.deep.equal(['service.invoices.read']);
    expect(await meant('service.invoices.*')).to.deep.equal([]);
    expect(readings).to.equal(1);
    for (let n = 0; n < 101; n++) await change(2, n % 2 === 0 ? 'add' : 'remove', 'service.parking.use');
    expect(await meant('service.parking.uze')).to.deep.equal(['service.parking.use']);
    expect(readings).to.equal(2);
  });
});
