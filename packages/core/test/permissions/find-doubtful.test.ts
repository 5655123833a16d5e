import { AccessPolicy, type UserDirectory } from '@ops-admin/core';
import { permissionOperations } from '@ops-admin/core/operations';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser, inMemoryOrganisation } from '@ops-admin/testing';
import { expect } from 'chai';

describe('findDoubtful of a change', () => {
  const { audit, organisation, permissions: permissionStore, users } = inMemoryOrganisation();
  const policy = new AccessPolicy();
  const findAmong = async (directory: UserDirectory, permissions: string[]) => {
    const parts = { store: permissionStore, audit, users: directory, clock: () => new Date(), policy };
    const changed = await permissionOperations(parts).change({
      action: 'remove',
      changes: [{ user: anId(1), permissions }],
      origin: { actor: 'cli:root', source: 'cli' },
      dryRun: true,
      findDoubtful: true,
    });
    return changed._unsafeUnwrap().doubtful;
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
    'service.billing.write',
    'service.billing.*',
    'odd-one',
    'service.parking.read',
    'service.parking.*',
  ]) {
    it(`takes ${meant} as it is`, async () => {
      expect(await find(meant)).to.deep.equal([]);
    });
  }

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

  it('does not read the users where the trail leaves no doubt', async () => {
    const unread = { ...users, list: () => expect.fail('users were read') };
    expect(await findAmong(unread, ['service.parking.x'])).to.deep.equal([]);
  });
});
