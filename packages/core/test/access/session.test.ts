import { AccessPolicy, accessOperations } from '@ops-admin/core';
import { aDraft, anId, aUser, InMemoryTokenVerifier } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('AccessOperations.session', () => {
  const expiresAt = new Date('2100-01-01T00:00:00Z');
  const tokens = new InMemoryTokenVerifier({
    timed: { subject: { type: 'user', userId: anId(1) }, expiresAt },
    endless: { subject: { type: 'user', userId: anId(2) } },
  });
  const ports = openOrganisation();
  const access = accessOperations({
    tokens,
    users: ports.users,
    store: ports.permissions,
    policy: new AccessPolicy(),
  });

  before(async () => {
    const users = [aUser(1, { permissions: ['service.admin'] }), aUser(2, { permissions: ['odd one'] })];
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
  });

  it('shows the caller, their permissions, and the expiry', async () => {
    const session = await access.identify('timed').andThen(access.session);
    expect(session._unsafeUnwrap()).to.deep.equal({
      user: {
        _id: anId(1),
        emails: ['user1@example.org'],
        personalInformation: { firstName: 'First1', lastName: 'Last1', name: 'First1 Last1' },
      },
      permissions: ['service.admin'],
      admin: true,
      reader: true,
      expiresAt: '2100-01-01T00:00:00.000Z',
    });
    const other = (await access.identify('endless').andThen(access.session))._unsafeUnwrap();
    expect(other).to.deep.include({ permissions: ['odd one'], admin: false, reader: false, expiresAt: null });
  });

  it('refuses a user who was removed after the token check', async () => {
    const caller = (await access.identify('timed'))._unsafeUnwrap();
    const session = await access.session({ ...caller, userId: anId(9) });
    expect(session._unsafeUnwrapErr()).to.include({ type: 'invalid-token' });
  });
});
