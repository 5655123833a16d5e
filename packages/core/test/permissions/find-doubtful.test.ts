import { AccessPolicy, type ListedPermission, type Permission, type UserDirectory } from '@ops-admin/core';
import { doubtfulAmong, PermissionCatalogue, permissionOperations } from '@ops-admin/core/operations';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('findDoubtful of a change', () => {
  const own = openOrganisation();
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
    it(`accepts ${meant} unchanged`, async () => {
      expect(await find(meant)).to.deep.equal([]);
    });
  }

  it('doubts an unknown action, also in a module that is in use', async () => {
    expect(await find('service.billing.reed', 'service.billing.export')).to.deep.equal([
      { permission: 'service.billing.reed', meant: 'service.billing.read' },
      { permission: 'service.billing.export' },
    ]);
  });

  it('knows the permissions in the catalogue, and those of admins and readers', async () => {
    listed.push({ permission: 'service.fuel.order' as Permission, description: 'Orders fuel' });
    expect(await find('service.fuel.order', 'service.fuel.*', 'service.fuel')).to.deep.equal([]);
    expect(await find('service.fuel.odrer', 'service.feul')).to.deep.equal([
      { permission: 'service.fuel.odrer', meant: 'service.fuel.order' },
      { permission: 'service.feul', meant: 'service.fuel' },
    ]);
    expect(await find('service.admin.access', 'service.admin.read')).to.deep.equal([]);
  });

  it('does not suggest a permission that only the audit log names', async () => {
    expect(await find('service.parkin.read')).to.deep.equal([{ permission: 'service.parkin.read' }]);
  });

  it('suggests the module, and keeps the rest of the string', async () => {
    expect(await find('service.biling.*', 'service.tikcets.write')).to.deep.equal([
      { permission: 'service.biling.*', meant: 'service.billing.*' },
      { permission: 'service.tikcets.write', meant: 'service.tickets.write' },
    ]);
  });

  it('suggests a string for a malformed one', async () => {
    expect(await find('odd-on')).to.deep.equal([{ permission: 'odd-on', meant: 'odd-one' }]);
    expect(await find('servce.billing.read')).to.deep.equal([
      { permission: 'servce.billing.read', meant: 'service.billing.read' },
    ]);
  });

  it('suggests nothing without a similar string', async () => {
    expect(await find('service.xyzzy.*', '*', 'service.*', 'a,b')).to.deep.equal([
      { permission: 'service.xyzzy.*' },
      { permission: '*' },
      { permission: 'service.*' },
      { permission: 'a,b' },
    ]);
  });

  it('reports each doubtful string once, in order', async () => {
    expect(await find('b,c', 'odd-one', 'a,b', 'b,c')).to.deep.equal([
      { permission: 'b,c' },
      { permission: 'a,b' },
    ]);
  });

  it('checks a thousand strings, with suggestions for a hundred', async () => {
    const typed = Array.from({ length: 1001 }, (_, n) => `odd-on${n}`);
    const found = await find(...typed);
    expect(found.map(({ permission }) => permission)).to.deep.equal(typed.slice(0, 1000));
    expect(found.map(({ meant }) => meant)).to.deep.equal([
      ...Array(100).fill('odd-one'),
      ...Array(900).fill(undefined),
    ]);
  });

  it('limits suggestions where many strings exist, because it compares with each', () => {
    const held = Array.from({ length: 25_000 }, (_, n) => `service.a.of-many-${n}`);
    const typed = ['odd-one', 'odd-two', 'odd-three', 'odd-four'];
    const found = doubtfulAmong(typed, {
      catalogue: new PermissionCatalogue([]),
      held: [...held, ...typed.map((one) => `${one}s`)],
      named: [],
    });
    expect(found.map(({ meant }) => meant)).to.deep.equal(['odd-ones', 'odd-twos', undefined, undefined]);
  });

  it('is reported in the row of an addition', async () => {
    const { permissions: store, ...ports } = openOrganisation();
    await ports.organisation.importUsers(
      [aUser(1, { permissions: ['service.a.read'] })],
      aDraft({ action: 'set' }),
    );
    const job = permissionOperations({ ...ports, store, clock: () => new Date(), policy });
    const permissions = ['service.a.raed', 'service.xyzzy'];
    const origin = { actor: 'cli:root', source: 'cli' } as const;
    const added = await job.change({ action: 'add', changes: [{ user: anId(1), permissions }], origin });
    expect(added._unsafeUnwrap().rows[0]?.message).to.equal(
      'service.a.raed is not a known permission; did you mean service.a.read?; service.xyzzy is not a known permission',
    );
  });

  it('reads all strings only where it doubts one', async () => {
    const store = openOrganisation();
    const [right, old, wrong] = ['service.billing.read', 'service.old', 'service.billing.reed'];
    const some = [aUser(1, { permissions: [right] }), aUser(2)];
    await store.organisation.importUsers(some, aDraft({ action: 'set', source: 'import' }));
    for (const action of ['add', 'remove'] as const) await makeChange(store.permissions, 2, action, [old]);
    let asked: unknown[] = [];
    const watched = <Part extends object>(part: Part, name: keyof Part & string): Part =>
      new Proxy(part, {
        get: (_, called: string) => {
          const method = Reflect.get(part, called) as (...args: unknown[]) => unknown;
          return (...args: unknown[]) => {
            if (called === name) asked.push([name, ...args]);
            return method.apply(part, args);
          };
        },
      });
    const of = { ...store, audit: watched(store.audit, 'namedPermissions') };
    const directory = watched(store.users, 'heldPermissions');
    const asking = async (...typed: string[]) => {
      asked = [];
      const found = await findAmong(directory, typed, of);
      return [found.map((one) => one.meant ?? 'nothing'), ...asked];
    };
    expect(await asking()).to.deep.equal([[]]);
    expect(await asking(right, right)).to.deep.equal([[], ['heldPermissions', [right]]]);
    expect(await asking(right, old)).to.deep.equal([
      [],
      ['heldPermissions', [right, old]],
      ['namedPermissions', [old]],
    ]);
    expect(await asking(wrong)).to.deep.equal([
      [right],
      ['heldPermissions', [wrong]],
      ['namedPermissions', [wrong]],
      ['heldPermissions'],
      ['namedPermissions'],
    ]);
    await makeChange(store.permissions, 1, 'remove', [right]);
    expect((await asking(wrong))[0]).to.deep.equal(['nothing']);
  });
});
