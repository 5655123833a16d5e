import { AccessPolicy, DEFAULT_ADMIN_PERMISSION } from '@ops-admin/core';
import {
  ImportDepartments,
  ImportUsers,
  PreviewDepartmentImport,
  PreviewUserImport,
  type UserRecord,
} from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId, anIdentity, aUser, inMemoryOrganisation } from '@ops-admin/testing';
import { expect } from 'chai';

describe('An import', () => {
  const origin = { actor: 'nightly', source: 'import' } as const;
  const aRecord = (...given: Parameters<typeof aUser>): UserRecord => {
    const { permissions, ...user } = aUser(...given);
    return { ...user, permissions: [...permissions] };
  };
  const setUp = async () => {
    const { copy, audit, organisation } = inMemoryOrganisation();
    const users = [
      aUser(1, { permissions: [DEFAULT_ADMIN_PERMISSION] }),
      aUser(2, { permissions: ['service.a'], identities: [anIdentity('x')] }),
    ];
    await organisation.importDepartments([aDepartment(1)]);
    await organisation.importUsers(users, { ...aDraft(), action: 'set' });
    const parts = { copy, organisation, clock: () => new Date(), policy: new AccessPolicy() };
    return {
      audit,
      importDepartments: new ImportDepartments(parts),
      importUsers: new ImportUsers(parts),
      previewDepartments: new PreviewDepartmentImport(parts),
      previewUsers: new PreviewUserImport(parts),
    };
  };

  it('of users does what the preview reports, and writes the entries of its origin', async () => {
    const { audit, importUsers, previewUsers } = await setUp();
    const users = [aRecord(2, { permissions: ['service.b'], emails: [] }), aRecord(3)];
    const expected = (await previewUsers.execute({ users }))._unsafeUnwrap();
    expect(expected.records[0]).to.deep.equal({
      id: anId(2),
      email: undefined,
      result: 'updated',
      added: ['service.b'],
      removed: ['service.a'],
      unlinked: [anIdentity('x')],
    });
    const done = (await importUsers.execute({ users, origin }))._unsafeUnwrap();
    const records = done.records.map(({ entryId: _, ...record }) => record);
    expect({ ...done, records }).to.deep.equal(expected);
    const [entry] = (await audit.list({ limit: 1, newestFirst: true }))._unsafeUnwrap();
    expect(entry).to.deep.include({ ...origin, action: 'set', userId: anId(2), requested: ['service.b'] });
  });

  it('of users leaves alone what a record does not name', async () => {
    const { importUsers } = await setUp();
    const { permissions: _, identities: __, ...record } = aRecord(2);
    const done = (await importUsers.execute({ users: [record], origin }))._unsafeUnwrap();
    expect(done.summary).to.deep.equal({ created: 0, updated: 0, unchanged: 1 });
  });

  it('of users writes nothing in its preview', async () => {
    const { audit, previewUsers } = await setUp();
    const before = (await audit.list({ limit: 10 }))._unsafeUnwrap();
    await previewUsers.execute({ users: [aRecord(2), aRecord(3)] });
    expect((await audit.list({ limit: 10 }))._unsafeUnwrap()).to.deep.equal(before);
  });

  it('of users has the same errors in its preview', async () => {
    const { importUsers, previewUsers } = await setUp();
    const typeOf = async (...given: Parameters<typeof aUser>[]) => {
      const tried = await previewUsers.execute({ users: given.map((one) => aRecord(...one)) });
      return tried.match(
        () => 'ok',
        ({ type }) => type,
      );
    };
    expect(await typeOf([1])).to.equal('import-leaves-no-admin');
    const refused = await importUsers.execute({ users: [aRecord(1)], origin });
    expect(refused._unsafeUnwrapErr()).to.have.property('type', 'import-leaves-no-admin');
    expect(await typeOf([3, { identities: [anIdentity('x')] }])).to.equal('identity-taken');
    expect(await typeOf([1], [4, { permissions: [DEFAULT_ADMIN_PERMISSION] }])).to.equal('ok');
    const another = aRecord(5, { permissions: [DEFAULT_ADMIN_PERMISSION] });
    await importUsers.execute({ users: [another], origin });
    expect(await typeOf([1])).to.equal('ok');
    expect(await typeOf([1], [5])).to.equal('import-leaves-no-admin');
  });

  it('of users takes the last admin away where that is asked for', async () => {
    const { importUsers, previewUsers } = await setUp();
    const order = { users: [aRecord(1)], keepAdmin: false };
    expect((await previewUsers.execute(order))._unsafeUnwrap().leavesNoAdmin).to.equal(true);
    expect((await importUsers.execute({ ...order, origin }))._unsafeUnwrap().leavesNoAdmin).to.equal(true);
  });

  it('of departments does what the preview reports', async () => {
    const { importDepartments, previewDepartments } = await setUp();
    const order = { departments: [aDepartment(1), aDepartment(2)] };
    const expected = (await previewDepartments.execute(order))._unsafeUnwrap();
    expect(expected).to.deep.equal({
      summary: { created: 1, updated: 0, unchanged: 1 },
      records: [
        { id: anId(1), result: 'unchanged' },
        { id: anId(2), result: 'created' },
      ],
    });
    expect((await importDepartments.execute(order))._unsafeUnwrap()).to.deep.equal(expected);
    expect((await importDepartments.execute(order))._unsafeUnwrap().summary.unchanged).to.equal(2);
  });

  it('of departments refuses a circle, and its preview does', async () => {
    const { importDepartments, previewDepartments } = await setUp();
    const order = { departments: [aDepartment(1, { parentId: anId(1) })] };
    for (const done of [await previewDepartments.execute(order), await importDepartments.execute(order)]) {
      expect(done._unsafeUnwrapErr()).to.have.property('type', 'parent-cycle');
    }
  });
});
