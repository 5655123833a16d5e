import { aDepartment, anId, inMemoryOrganisation } from '@ops-admin/core/fakes';
import { localDepartments } from '@ops-admin/core/jobs';
import { expect } from 'chai';

describe('localDepartments', () => {
  const ports = inMemoryOrganisation();
  const departments = localDepartments({ departments: ports.departments });

  before(async () => {
    const all = [1, 2, 3].map((n) => aDepartment(n, n === 1 ? {} : { parentId: anId(1) }));
    await ports.organisation.importDepartments(all);
  });
  const listed = async (query?: Parameters<typeof departments.list>[0]) =>
    (await departments.list(query))._unsafeUnwrap().map(({ _id }) => _id);

  it('lists all of them, newest first, or the first ones', async () => {
    expect(await listed()).to.deep.equal([3, 2, 1].map(anId));
    expect(await listed({ limit: 2 })).to.deep.equal([3, 2].map(anId));
  });

  it('finds what is searched for, wherever it is in the list', async () => {
    expect(await listed({ search: anId(1) })).to.deep.equal([anId(1)]);
    expect(await listed({ search: '00', limit: 1 })).to.deep.equal([anId(3)]);
  });

  it('shows them below their parents', async () => {
    const forest = (await departments.tree())._unsafeUnwrap();
    expect(forest.map(({ _id, children }) => [_id, children.map((child) => child._id)])).to.deep.equal([
      [anId(1), [anId(3), anId(2)]],
    ]);
  });
});
