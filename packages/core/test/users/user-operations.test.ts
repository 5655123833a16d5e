import { AccessPolicy } from '@ops-admin/core';
import { userOperations } from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId, anIdentity, aUser } from '@ops-admin/testing';

import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('userOperations', () => {
  const ports = openOrganisation();
  const users = userOperations({ ...ports, policy: new AccessPolicy() });
  const named = (n: number, name: string, permissions: string[], emails = [`user${n}@example.org`]) =>
    aUser(n, { permissions, emails, personalInformation: { firstName: '', lastName: '', name } });

  before(async () => {
    const all = [
      named(1, 'Zoe', ['service.a.read', 'service.a.*', 'service.admin']),
      { ...named(2, 'ada', ['service.a']), identities: [anIdentity('ada')] },
      named(3, 'Bob', ['service.b.read'], []),
      named(4, 'Cleo', ['service.c']),
      named(5, 'Dora', ['service.c', 'service.c.*']),
      named(6, 'Abe', ['service.c']),
      { ...named(7, 'Eve', ['service.c']), active: false },
    ];
    await ports.organisation.importUsers(all, { ...aDraft(), action: 'set' });
  });

  it('lists users by name, all or some, with the number of matches', async () => {
    const listed = async (query?: Parameters<typeof users.list>[0]) => {
      const { total, users: some } = (await users.list(query))._unsafeUnwrap();
      return [total, ...some.map(({ personalInformation: { name } }) => name)];
    };
    expect(await listed()).to.deep.equal([7, 'Abe', 'ada', 'Bob', 'Cleo', 'Dora', 'Eve', 'Zoe']);
    expect(await listed({ end: 2 })).to.deep.equal([7, 'Abe', 'ada']);
    expect(await listed({ start: 5, end: 0 })).to.deep.equal([7, 'Eve', 'Zoe']);
    expect(await listed({ holds: 'service.a.*', end: 9 })).to.deep.equal([2, 'ada', 'Zoe']);
  });

  it('lists users in a department, and in those below it', async () => {
    const some = openOrganisation();
    await some.organisation.importDepartments(
      [aDepartment(7), aDepartment(8, { parentId: anId(7) })],
      aDraft(),
    );
    const all = [aUser(1), aUser(4, { departmentId: anId(7) }), aUser(5, { departmentId: anId(8) })];
    await some.organisation.importUsers(all, { ...aDraft(), action: 'set' });
    const listed = async (department: string) =>
      (await userOperations({ ...some, policy: new AccessPolicy() }).list({ department })).map((page) => [
        page.total,
        ...page.users.map(({ _id }) => _id),
      ]);
    expect((await listed('D7'))._unsafeUnwrap()).to.deep.equal([2, anId(4), anId(5)]);
    expect((await listed('D8'))._unsafeUnwrap()).to.deep.equal([1, anId(5)]);
    expect((await listed('D9'))._unsafeUnwrapErr()).to.deep.equal({
      type: 'department-not-found',
      department: 'D9',
    });
  });

  it('reads the permissions of a user', async () => {
    const held = [];
    for await (const block of users.grants({ users: ['USER1@example.org', anId(3)] })) {
      const { grants, total } = block._unsafeUnwrap();
      expect(total).to.equal(4);
      held.push(...grants.map(({ permission, userId }) => [userId, permission]));
    }
    expect(held).to.deep.equal([
      [anId(3), 'service.b.read'],
      ...['service.a.read', 'service.a.*', 'service.admin'].map((one) => [anId(1), one]),
    ]);
  });

  it('finds a user by id or e-mail, with granted permissions and identities', async () => {
    expect((await users.find(anId(1)))._unsafeUnwrap()).to.deep.equal({
      user: {
        _id: anId(1),
        emails: ['user1@example.org'],
        personalInformation: { firstName: '', lastName: '', name: 'Zoe' },
        permissions: ['service.a.read', 'service.a.*', 'service.admin'],
        ends: {},
        departmentId: null,
        active: true,
      },
      effective: [
        { permission: 'service.a.read', coveredBy: ['service.a.*'] },
        { permission: 'service.a.*', module: 'a', coveredBy: [] },
        { permission: 'service.admin', module: 'admin', coveredBy: [] },
      ],
      admin: true,
      identities: [],
      newestEntry: 1,
    });
    expect((await users.find('USER2@example.org'))._unsafeUnwrap()).to.deep.include({
      admin: false,
      identities: [anIdentity('ada')],
    });
    expect((await users.find(anId(9)))._unsafeUnwrapErr()).to.include({ type: 'user-not-found' });
  });
});
