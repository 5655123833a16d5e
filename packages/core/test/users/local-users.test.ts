import { AccessPolicy } from '@ops-admin/core';
import { aDraft, anId, aUser, inMemoryOrganisation } from '@ops-admin/core/fakes';
import { localUsers } from '@ops-admin/core/jobs';
import { expect } from 'chai';

describe('localUsers', () => {
  const ports = inMemoryOrganisation();
  const users = localUsers({ users: ports.users, policy: new AccessPolicy() });
  const named = (n: number, name: string, permissions: string[], emails = [`user${n}@example.org`]) =>
    aUser(n, { permissions, emails, personalInformation: { firstName: '', lastName: '', name } });

  before(async () => {
    const all = [
      named(1, 'Zoe', ['service.a.read', 'service.a.*', 'service.admin']),
      named(2, 'ada', ['service.a']),
      named(3, 'Bob', ['service.b.read'], []),
    ];
    await ports.organisation.importUsers(all, { ...aDraft(), action: 'set' });
  });

  it('lists users by name, all or some', async () => {
    const names = async (query?: Parameters<typeof users.list>[0]) =>
      (await users.list(query))._unsafeUnwrap().map(({ personalInformation: { name } }) => name);
    expect(await names()).to.deep.equal(['ada', 'Bob', 'Zoe']);
    expect(await names({ limit: 2 })).to.deep.equal(['ada', 'Bob']);
    expect(await names({ holds: 'service.a.*', limit: 9 })).to.deep.equal(['ada', 'Zoe']);
  });

  it('says who may do something, and through which string', async () => {
    expect((await users.holders('service.a.read', false))._unsafeUnwrap()).to.deep.equal([
      {
        userId: anId(1),
        email: 'user1@example.org',
        name: 'Zoe',
        through: ['service.a.read', 'service.a.*'],
      },
      { userId: anId(2), email: 'user2@example.org', name: 'ada', through: ['service.a'] },
    ]);
    expect((await users.holders('service.a.read', true))._unsafeUnwrap()).to.deep.equal([
      { userId: anId(1), email: 'user1@example.org', name: 'Zoe', through: ['service.a.read'] },
    ]);
    expect((await users.holders('service.b.read', false))._unsafeUnwrap()).to.deep.equal([
      { userId: anId(3), name: 'Bob', through: ['service.b.read'] },
    ]);
  });

  it('finds one by id or e-mail, with who may act as them', async () => {
    expect((await users.find('USER2@example.org'))._unsafeUnwrap()).to.deep.include({
      _id: anId(2),
      identities: [],
    });
    expect((await users.find(anId(9)))._unsafeUnwrapErr()).to.include({ type: 'user-not-found' });
  });

  it('explains what one may really do', async () => {
    expect((await users.explain(anId(1)))._unsafeUnwrap()).to.deep.equal({
      user: anId(1),
      admin: true,
      permissions: [
        { permission: 'service.a.read', grants: 'itself', coveredBy: ['service.a.*'] },
        { permission: 'service.a.*', grants: 'module', module: 'a', coveredBy: [] },
        { permission: 'service.admin', grants: 'module', module: 'admin', coveredBy: [] },
      ],
    });
    expect((await users.explain(anId(2)))._unsafeUnwrap()).to.include({ admin: false });
  });
});
