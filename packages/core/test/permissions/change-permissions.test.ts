import { AccessPolicy, AddPermissions, parsePermission, RemovePermissions } from '@ops-admin/core';
import {
  aDraft,
  anId,
  aTime,
  aUser,
  inMemoryOrganisation,
  type OrganisationPorts,
} from '@ops-admin/core/testing';
import { expect } from 'chai';

describe('Changing the permissions of a user', () => {
  const clock = () => new Date(aTime(30));
  const origin = { actor: anId(1), source: 'http', requestId: 'r-1' } as const;
  let ports: OrganisationPorts;

  beforeEach(async () => {
    ports = inMemoryOrganisation();
    const user = aUser(2, { permissions: ['service.users', 'service.users.read', 'service.tickets.read'] });
    await ports.organisation.importUsers([user], { ...aDraft(), action: 'set' });
  });

  it('removes, and says who did it, when, what was asked and what went', async () => {
    const requested = ['service.users.*', 'service.none'];
    const result = await new RemovePermissions(ports.permissions, clock, new AccessPolicy()).execute(
      anId(2),
      requested,
      origin,
    );
    const { entry, leavesNoAdmin } = result._unsafeUnwrap();
    expect(leavesNoAdmin).to.equal(false);
    const { seal: _, ...said } = entry;
    expect(said).to.deep.equal({
      id: 2,
      time: aTime(30),
      actor: anId(1),
      source: 'http',
      requestId: 'r-1',
      userId: anId(2),
      action: 'remove',
      requested,
      added: [],
      removed: ['service.users', 'service.users.read'],
      before: ['service.users', 'service.users.read', 'service.tickets.read'],
      after: ['service.tickets.read'],
    });
    expect([...(await ports.permissions.find(anId(2)))._unsafeUnwrap()]).to.deep.equal([
      'service.tickets.read',
    ]);
  });

  it('says when the last admin is gone', async () => {
    const admins = [3, 4].map((n) =>
      aUser(n, { permissions: ['service.admin.access', 'service.admin.read'] }),
    );
    await ports.organisation.importUsers(admins, { ...aDraft(), action: 'set' });
    const remove = new RemovePermissions(ports.permissions, clock, new AccessPolicy());
    const leavesNone = async (n: number, permission: string) =>
      (await remove.execute(anId(n), [permission], origin))._unsafeUnwrap().leavesNoAdmin;
    expect(await leavesNone(3, 'service.admin.*')).to.equal(false);
    expect(await leavesNone(4, 'service.admin.read')).to.equal(false);
    expect(await leavesNone(4, 'service.admin.access')).to.equal(true);
    expect(await leavesNone(4, 'service.admin.access')).to.equal(false);
  });

  it('adds, and says what was new', async () => {
    const asked = ['service.users', 'service.audit.read'].map((text) =>
      parsePermission(text)._unsafeUnwrap(),
    );
    const result = await new AddPermissions(ports.permissions, clock).execute(anId(2), asked, origin);
    expect(result._unsafeUnwrap()).to.deep.include({
      action: 'add',
      requested: asked,
      added: ['service.audit.read'],
      removed: [],
    });
  });

  it('tells an unknown user', async () => {
    const result = await new RemovePermissions(ports.permissions, clock, new AccessPolicy()).execute(
      anId(9),
      ['service.a'],
      origin,
    );
    expect(result._unsafeUnwrapErr()).to.deep.equal({ type: 'user-not-found', user: anId(9) });
  });
});
