import { openSqlite } from '@ops-admin/adapter-sqlite';
import { AccessPolicy } from '@ops-admin/core';
import { userOperations } from '@ops-admin/core/operations';
import { aDraft, anId, aSigner, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { findHolders } from '../dist/find-holders.js';

describe('findHolders', () => {
  const stores = openSqlite({ file: ':memory:' })._unsafeUnwrap();
  const users = userOperations({ ...stores, policy: new AccessPolicy() });
  const named = (n: number, name: string, permissions: string[], emails = [`user${n}@example.org`]) =>
    aUser(n, { permissions, emails, personalInformation: { firstName: '', lastName: '', name } });

  before(async () => {
    const all = [
      named(1, 'Zoe', ['service.a.read', 'service.a.*', 'service.admin']),
      named(2, 'ada', ['service.a']),
      named(3, 'Bob', ['service.b.read'], []),
      named(4, 'Cleo', ['service.c']),
      named(5, 'Dora', ['service.c', 'service.c.*']),
      named(6, 'Abe', ['service.c']),
      { ...named(7, 'Eve', ['service.c']), active: false },
    ];
    const { organisation } = stores.sealedBy(aSigner());
    (await organisation.importUsers(all, aDraft({ action: 'set' })))._unsafeUnwrap();
  });
  after(() => stores.close());

  it('lists users to whom a permission is granted, and the strings that grant it, by id', async () => {
    const holders = async (permission: string, isExact?: boolean) =>
      (await findHolders(users, permission, isExact))._unsafeUnwrap();
    expect(await holders('service.a.read')).to.deep.equal([
      {
        userId: anId(1),
        email: 'user1@example.org',
        name: 'Zoe',
        through: ['service.a.read', 'service.a.*'],
      },
      { userId: anId(2), email: 'user2@example.org', name: 'ada', through: ['service.a'] },
    ]);
    expect(await holders('service.a.read', true)).to.deep.equal([
      { userId: anId(1), email: 'user1@example.org', name: 'Zoe', through: ['service.a.read'] },
    ]);
    expect(await holders('service.b.read')).to.deep.equal([
      { userId: anId(3), name: 'Bob', through: ['service.b.read'] },
    ]);
    // Nobody who is not active.
    expect((await holders('service.c.read')).map(({ through, userId }) => [userId, through])).to.deep.equal([
      [anId(4), ['service.c']],
      [anId(5), ['service.c', 'service.c.*']],
      [anId(6), ['service.c']],
    ]);
  });
});
