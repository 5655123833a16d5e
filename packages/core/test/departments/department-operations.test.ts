import type { DepartmentNode } from '@ops-admin/core';
import { departmentOperations } from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId } from '@ops-admin/testing';

import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('departmentOperations', () => {
  type Shape = [name: string, children: Shape[]];
  const shape = (nodes: readonly DepartmentNode[]): Shape[] =>
    nodes.map(({ name, children }) => [name, shape(children)]);
  const below = (n: number) => ({ parentId: anId(n) });
  const ports = openOrganisation();
  const departments = departmentOperations(ports);

  before(async () => {
    await ports.organisation.importDepartments(
      [
        aDepartment(1),
        aDepartment(2, below(1)),
        aDepartment(3, below(1)),
        aDepartment(4, { ...below(2), name: 'Ground Crew', description: 'Turnarounds by night' }),
        aDepartment(5),
        aDepartment(6, below(99)),
      ],
      aDraft(),
    );
  });

  it('lists all departments, newest first, or a part, with the total', async () => {
    const listed = async (bounds?: Parameters<typeof departments.list>[0]) => {
      const page = (await departments.list(bounds))._unsafeUnwrap();
      expect(page.total).to.equal(6);
      return page.departments.map(({ _id }) => _id);
    };
    expect(await listed()).to.deep.equal([6, 5, 4, 3, 2, 1].map(anId));
    expect(await listed({ start: 0, end: 0 })).to.deep.equal([6, 5, 4, 3, 2, 1].map(anId));
    expect(await listed({ end: 2 })).to.deep.equal([6, 5].map(anId));
    expect(await listed({ start: 4, end: 9 })).to.deep.equal([2, 1].map(anId));
    expect(await listed({ start: 4 })).to.deep.equal([2, 1].map(anId));
  });

  it('nests departments below their parents, newest first at every level', async () => {
    const hierarchy = (await departments.hierarchy())._unsafeUnwrap();
    expect(hierarchy.total).to.equal(6);
    expect(shape(hierarchy.departments)).to.deep.equal([
      ['Department 6', []],
      ['Department 5', []],
      [
        'Department 1',
        [
          ['Department 3', []],
          ['Department 2', [['Ground Crew', []]]],
        ],
      ],
    ]);
  });
});
