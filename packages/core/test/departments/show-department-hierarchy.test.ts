import { type DepartmentNode, ShowDepartmentHierarchy } from '@ops-admin/core';
import { aDepartment, anId, inMemoryOrganisation } from '@ops-admin/core/fakes';
import { expect } from 'chai';

describe('ShowDepartmentHierarchy', () => {
  type Shape = [name: string, children: Shape[]];
  const shape = (nodes: readonly DepartmentNode[]): Shape[] =>
    nodes.map(({ name, children }) => [name, shape(children)]);

  it('puts departments below their parents, newest first at every level', async () => {
    const ports = inMemoryOrganisation();
    const below = (n: number) => ({ parentId: anId(n) });
    await ports.organisation.importDepartments([
      aDepartment(1),
      aDepartment(2, below(1)),
      aDepartment(3, below(1)),
      aDepartment(4, below(2)),
      aDepartment(5),
      aDepartment(6, below(99)),
    ]);
    const hierarchy = (
      await new ShowDepartmentHierarchy({ departments: ports.departments }).execute()
    )._unsafeUnwrap();

    expect(hierarchy.total).to.equal(6);
    expect(shape(hierarchy.departments)).to.deep.equal([
      ['Department 6', []],
      ['Department 5', []],
      [
        'Department 1',
        [
          ['Department 3', []],
          ['Department 2', [['Department 4', []]]],
        ],
      ],
    ]);
  });
});
