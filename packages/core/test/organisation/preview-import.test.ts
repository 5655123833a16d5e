import { DEFAULT_ADMIN_PERMISSION } from '@ops-admin/core';
import { aDepartment, aDraft, anId, anIdentity, aUser, inMemoryOrganisation } from '@ops-admin/core/fakes';
import { PreviewImport } from '@ops-admin/core/jobs';
import { expect } from 'chai';

describe('PreviewImport', () => {
  const keep = { adminPermission: DEFAULT_ADMIN_PERMISSION, keepAdmin: true };
  const setUp = async () => {
    const { archive, audit, organisation } = inMemoryOrganisation();
    const users = [
      aUser(1, { permissions: [DEFAULT_ADMIN_PERMISSION] }),
      aUser(2, { permissions: ['service.a'], identities: [anIdentity('x')] }),
    ];
    await organisation.importDepartments([aDepartment(1)]);
    await organisation.importUsers(users, { ...aDraft(), action: 'set' });
    return { audit, organisation, preview: new PreviewImport(archive) };
  };

  it('reports of users what the import then does, but for the entries', async () => {
    const { organisation, preview } = await setUp();
    const given = [aUser(2, { permissions: ['service.b'], emails: [] }), aUser(3)];
    const expected = (await preview.users(given, keep))._unsafeUnwrap();
    expect(expected.records[0]).to.deep.equal({
      id: anId(2),
      email: undefined,
      result: 'updated',
      added: ['service.b'],
      removed: ['service.a'],
      unlinked: [anIdentity('x')],
    });
    const done = (
      await organisation.importUsers(given, { ...aDraft(), action: 'set' }, keep)
    )._unsafeUnwrap();
    const records = done.records.map(({ entryId: _, ...record }) => record);
    expect({ ...done, records }).to.deep.equal(expected);
  });

  it('writes nothing', async () => {
    const { audit, preview } = await setUp();
    const before = (await audit.list({ limit: 10 }))._unsafeUnwrap();
    await preview.users([aUser(2), aUser(3)], keep);
    expect((await audit.list({ limit: 10 }))._unsafeUnwrap()).to.deep.equal(before);
  });

  it('has the errors of the import', async () => {
    const { organisation, preview } = await setUp();
    const typeOf = async (...users: Parameters<typeof aUser>[]) =>
      (
        await preview.users(
          users.map((one) => aUser(...one)),
          keep,
        )
      ).match(
        () => 'ok',
        ({ type }) => type,
      );
    expect(await typeOf([1])).to.equal('import-leaves-no-admin');
    expect(await typeOf([3, { identities: [anIdentity('x')] }])).to.equal('identity-taken');
    expect(await typeOf([1], [4, { permissions: [DEFAULT_ADMIN_PERMISSION] }])).to.equal('ok');
    const another = aUser(5, { permissions: [DEFAULT_ADMIN_PERMISSION] });
    await organisation.importUsers([another], { ...aDraft(), action: 'set' });
    expect(await typeOf([1])).to.equal('ok');
    expect(await typeOf([1], [5])).to.equal('import-leaves-no-admin');
    const cycle = await preview.departments([aDepartment(1, { parentId: anId(1) })]);
    expect(cycle._unsafeUnwrapErr()).to.have.property('type', 'parent-cycle');
  });

  it('reports of departments what the import would do', async () => {
    const { preview } = await setUp();
    const { records, summary } = (
      await preview.departments([aDepartment(1), aDepartment(2)])
    )._unsafeUnwrap();
    expect(summary).to.deep.equal({ created: 1, updated: 0, unchanged: 1 });
    expect(records).to.deep.equal([
      { id: anId(1), result: 'unchanged' },
      { id: anId(2), result: 'created' },
    ]);
  });
});
