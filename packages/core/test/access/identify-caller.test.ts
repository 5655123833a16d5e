import { AccessPolicy, accessOperations, errAsync, type Permission, PermissionSet } from '@ops-admin/core';
import { aDraft, anId, aUser, changePerson, InMemoryTokenVerifier, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('AccessOperations.identify', () => {
  const identity = { issuer: 'https://id.example', subject: 'ada' };
  const validity = {
    expiresAt: new Date('2100-01-01T00:00:00Z'),
    validUntil: new Date('2100-01-01T00:00:05Z'),
  };
  const tokens = new InMemoryTokenVerifier({
    local: { subject: { type: 'user', userId: anId(1) }, ...validity },
    endless: { subject: { type: 'user', userId: anId(1) } },
    gone: { subject: { type: 'user', userId: anId(9) } },
    provider: { subject: { type: 'identity', identity }, ...validity },
    stranger: { subject: { type: 'identity', identity: { ...identity, subject: 'eve' } } },
  });
  const ports = openOrganisation();
  const parts = { tokens, users: ports.users, store: ports.permissions, policy: new AccessPolicy() };
  const { identify } = accessOperations(parts);

  before(async () => {
    const user = aUser(1, { permissions: ['service.a.read'], identities: [identity] });
    await ports.organisation.importUsers([user], { ...aDraft(), action: 'set' });
  });

  for (const token of ['local', 'provider']) {
    it(`finds the user and permissions of a ${token} token`, async () => {
      const caller = (await identify(token))._unsafeUnwrap();
      expect(caller.userId).to.equal(anId(1));
      expect([...caller.permissions]).to.deep.equal(['service.a.read']);
    });

    it(`returns the expiry of a ${token} token`, async () => {
      expect((await identify(token))._unsafeUnwrap()).to.deep.include(validity);
    });
  }

  it('returns no expiry where the verifier has none', async () => {
    const caller = (await identify('endless'))._unsafeUnwrap();
    expect(caller).to.have.all.keys('userId', 'permissions');
  });

  for (const token of ['gone', 'stranger']) {
    it(`rejects a ${token} token for a user who is not in the store`, async () => {
      const error = (await identify(token))._unsafeUnwrapErr();
      expect(error).to.include({ type: 'invalid-token', isOfNobody: true });
    });
  }

  it('refuses a bad token', async () => {
    expect((await identify('forged'))._unsafeUnwrapErr().type).to.equal('invalid-token');
  });

  it('does not reject a token while the store cannot be read', async () => {
    const unavailable = { type: 'store-unavailable', cause: 'locked' } as const;
    const permissions = { ...ports.permissions, find: () => errAsync(unavailable) };
    const error = await accessOperations({ ...parts, store: permissions }).identify('local');
    expect(error._unsafeUnwrapErr()).to.deep.equal(unavailable);
  });

  it('rejects each token for a user from the next request after the deactivation', async () => {
    await changePerson(ports.permissions, 1, { action: 'deactivate' });
    for (const token of ['local', 'provider', 'endless']) {
      expect((await identify(token))._unsafeUnwrapErr()).to.have.property('type', 'invalid-token');
    }
    await changePerson(ports.permissions, 1, { action: 'activate' });
    expect((await identify('provider')).isOk()).to.equal(true);
  });

  it('sees a removed permission in the next request', async () => {
    await makeChange(ports.permissions, 1, 'remove', ['service.a.read']);
    expect((await identify('local'))._unsafeUnwrap().permissions.size).to.equal(0);
  });
});

describe('AccessPolicy', () => {
  const isAdmin = (held: string[], policy = new AccessPolicy()) => policy.isAdmin(PermissionSet.of(held));

  it('treats service.admin.access, its wildcard and its module as admin', () => {
    for (const held of ['service.admin.access', 'service.admin.*', 'service.admin']) {
      expect(isAdmin([held]), held).to.equal(true);
    }
  });

  it('treats no other permission as admin', () => {
    expect(isAdmin([])).to.equal(false);
    expect(isAdmin(['service.admin.read', 'service.users.*', 'service.*.*'])).to.equal(false);
  });

  it('uses another permission where one is configured', () => {
    const policy = new AccessPolicy('service.ops.manage' as Permission);
    expect(isAdmin(['service.ops.manage'], policy)).to.equal(true);
    expect(isAdmin(['service.admin.access'], policy)).to.equal(false);
  });
});
