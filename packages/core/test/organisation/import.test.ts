import assert from 'node:assert/strict';
import { AccessPolicy, DEFAULT_ADMIN_PERMISSION, type ImportedUser } from '@ops-admin/core';
import { importOperations, type UserRecord } from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId, anIdentity, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('An import', () => {
  const dryRun = true;
  const origin = { actor: 'nightly', source: 'import' } as const;
  const aRecord = (...given: Parameters<typeof aUser>): UserRecord => {
    const { permissions, ...user } = aUser(...given);
    return { ...user, permissions: [...permissions] };
  };
  const setUp = async () => {
    const clock = () => new Date();
    const { audit, departments, organisation, users: directory } = openOrganisation();
    const users = [
      aUser(1, { permissions: [DEFAULT_ADMIN_PERMISSION] }),
      aUser(2, { permissions: ['service.a'], identities: [anIdentity('x')] }),
    ];
    await organisation.importDepartments([aDepartment(1)], aDraft());
    await organisation.importUsers(users, { ...aDraft(), action: 'set' });
    const policy = new AccessPolicy();
    const ports = { organisation, departments, users: directory, clock, policy };
    return { audit, directory, ...importOperations(ports) };
  };

  it('of users makes the changes that a dry run reports, and writes entries with its origin', async () => {
    const { audit, users: importUsers } = await setUp();
    const users = [aRecord(2, { permissions: ['service.b'], emails: ['new@example.org'] }), aRecord(3)];
    const told: ImportedUser[] = [];
    const tell = async (some: readonly ImportedUser[]) => void told.push(...some);
    const expected = (await importUsers({ users, origin, dryRun, tell }))._unsafeUnwrap();
    const tried = told.splice(0);
    expect(tried[0]).to.deep.equal({
      id: anId(2),
      email: 'new@example.org',
      result: 'updated',
      added: ['service.b'],
      removed: ['service.a'],
      linked: [],
      unlinked: [anIdentity('x')],
      members: ['emails'],
      lostEmails: ['user2@example.org'],
      lostNames: false,
    });
    expect(expected.taken).to.deep.equal({ users: 1, permissions: 1, identities: 1, emails: 1, names: 0 });
    const done = (await importUsers({ users, origin, tell }))._unsafeUnwrap();
    expect(done).to.deep.equal(expected);
    expect(told.map(({ entryId: _, ...record }) => record)).to.deep.equal(tried);
    const newest = (await audit.list({ limit: 2, newestFirst: true }))._unsafeUnwrap();
    expect(newest[0]).to.deep.include({ ...origin, action: 'create', userId: anId(3), requested: [] });
    expect(newest[1]).to.deep.include({ action: 'set', userId: anId(2), requested: ['service.b'] });
  });

  it('of users keeps values that a record does not name', async () => {
    const { users: importUsers } = await setUp();
    const { permissions: _, identities: __, ...record } = aRecord(2);
    const done = (await importUsers({ users: [record], origin }))._unsafeUnwrap();
    expect(done.summary).to.deep.equal({ created: 0, updated: 0, unchanged: 1 });
  });

  it('of users writes nothing in a dry run', async () => {
    const { audit, users: importUsers } = await setUp();
    const before = (await audit.list({ limit: 10 }))._unsafeUnwrap();
    await importUsers({ users: [aRecord(2), aRecord(3)], origin, dryRun });
    expect((await audit.list({ limit: 10 }))._unsafeUnwrap()).to.deep.equal(before);
  });

  it('of users has the same errors in a dry run', async () => {
    const { users: importUsers } = await setUp();
    const typeOf = async (...given: Parameters<typeof aUser>[]) => {
      const tried = await importUsers({ users: given.map((one) => aRecord(...one)), origin, dryRun });
      return tried.match(
        () => 'ok',
        ({ type }) => type,
      );
    };
    expect(await typeOf([1])).to.equal('import-leaves-no-admin');
    const refused = await importUsers({ users: [aRecord(1)], origin });
    expect(refused._unsafeUnwrapErr()).to.have.property('type', 'import-leaves-no-admin');
    expect(await typeOf([3, { identities: [anIdentity('x')] }])).to.equal('record-mistakes');
    expect(await typeOf([1], [4, { permissions: [DEFAULT_ADMIN_PERMISSION] }])).to.equal('ok');
    const another = aRecord(5, { permissions: [DEFAULT_ADMIN_PERMISSION] });
    await importUsers({ users: [another], origin });
    expect(await typeOf([1])).to.equal('ok');
    expect(await typeOf([1], [5])).to.equal('import-leaves-no-admin');
  });

  it('of users removes the last admin where it is forced', async () => {
    const { users: importUsers } = await setUp();
    const input = { users: [aRecord(1)], keepAdmin: false, origin };
    expect((await importUsers({ ...input, dryRun }))._unsafeUnwrap().leavesNoAdmin).to.equal(true);
    expect((await importUsers(input))._unsafeUnwrap().leavesNoAdmin).to.equal(true);
  });

  it('of more users than fit in a transaction lets the last admin change from one part to another', async () => {
    const { audit, users: importUsers } = await setUp();
    const many = Array.from({ length: 2101 }, (_, n) => aRecord(n + 1, { identities: [] }));
    // The only admin moves from the first to the last.
    many[2100] = aRecord(2101, { permissions: [DEFAULT_ADMIN_PERMISSION] });
    const done = (await importUsers({ users: many, origin }))._unsafeUnwrap();
    expect(done.summary).to.deep.equal({ created: 2099, updated: 2, unchanged: 0 });
    expect(done.leavesNoAdmin).to.equal(false);
    const newest = (await audit.list({ limit: 1, newestFirst: true }))._unsafeUnwrap();
    const again = (await importUsers({ users: many, origin }))._unsafeUnwrap();
    expect(again.summary).to.deep.equal({ created: 0, updated: 0, unchanged: 2101 });
    const twice = [...many.slice(0, 2100), aRecord(2101, { identities: [anIdentity('y')] })];
    twice[1] = aRecord(2, { identities: [anIdentity('y')] });
    const refused = (await importUsers({ users: twice, origin }))._unsafeUnwrapErr();
    assert(refused.type === 'record-mistakes');
    expect(refused.mistakes).to.deep.equal([
      {
        id: anId(2101),
        member: 'identities',
        message: `${anIdentity('y').subject} at ${anIdentity('y').issuer} is given twice`,
      },
    ]);
    const told: ImportedUser[] = [];
    const tell = async (records: readonly ImportedUser[]) => void told.push(...records);
    expect((await importUsers({ users: twice, origin, dryRun, tell })).isErr()).to.equal(true);
    expect(told, 'nothing is told of what is refused as a whole').to.deep.equal([]);
    expect((await importUsers({ users: many, origin, dryRun, tell })).isOk()).to.equal(true);
    expect(told.map(({ id }) => id)).to.deep.equal(many.map(({ id }) => id));
    const none = many.map((user) => ({ ...user, permissions: [] }));
    expect((await importUsers({ users: none, origin }))._unsafeUnwrapErr()).to.have.property(
      'type',
      'import-leaves-no-admin',
    );
    expect((await audit.list({ limit: 1, newestFirst: true }))._unsafeUnwrap()).to.deep.equal(newest);
  }).timeout(60_000);

  it('of departments makes the changes that a dry run reports', async () => {
    const { departments: importDepartments } = await setUp();
    const input = { departments: [aDepartment(1), aDepartment(2)], origin };
    const expected = (await importDepartments({ ...input, dryRun }))._unsafeUnwrap();
    expect(expected).to.deep.equal({
      summary: { created: 1, updated: 0, unchanged: 1 },
      records: [
        { id: anId(1), result: 'unchanged', members: [], lostParent: false },
        { id: anId(2), result: 'created', members: [], lostParent: false },
      ],
    });
    const done = (await importDepartments(input))._unsafeUnwrap();
    expect(done.records.map(({ entryId: _, ...record }) => record)).to.deep.equal(expected.records);
    expect((await importDepartments(input))._unsafeUnwrap().summary.unchanged).to.equal(2);
  });

  it('of departments refuses a cycle, also in a dry run', async () => {
    const { departments: importDepartments } = await setUp();
    const input = { departments: [aDepartment(1, { parentId: anId(1) })], origin };
    for (const done of [await importDepartments({ ...input, dryRun }), await importDepartments(input)]) {
      expect(done._unsafeUnwrapErr()).to.have.property('type', 'parent-cycle');
    }
  });
});
