import type { DepartmentNode } from '@ops-admin/core';
import { departmentOperations, writeDepartmentTree } from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId, aUser } from '@ops-admin/testing';

import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('writeDepartmentTree', () => {
  async function forestOf(departments: ReturnType<typeof aDepartment>[]): Promise<readonly DepartmentNode[]> {
    const ports = openOrganisation();
    await ports.organisation.importUsers([aUser(9)], { ...aDraft(), action: 'set' });
    await ports.organisation.importDepartments(departments, aDraft());
    return (await departmentOperations(ports).hierarchy())._unsafeUnwrap().departments;
  }

  it('writes the same text as JSON.stringify, in one line and in many', async () => {
    const below = (n: number) => ({ parentId: anId(n) });
    const forests = [
      [],
      await forestOf([aDepartment(1)]),
      await forestOf([
        aDepartment(1, { name: '"],\n}[{\u2028' }),
        aDepartment(2, { ...below(1), managerId: anId(9) }),
        aDepartment(3, below(1)),
        aDepartment(4, below(2)),
        aDepartment(5, below(4)),
        aDepartment(6, below(99)),
      ]),
    ];
    for (const forest of forests) {
      expect(writeDepartmentTree(forest)).to.equal(JSON.stringify(forest));
      expect(writeDepartmentTree(forest, 2)).to.equal(JSON.stringify(forest, null, 2));
    }
  });

  it('grows with the number of departments, for any depth', async () => {
    const depth = 20_000;
    const chain = Array.from({ length: depth }, (_, n) =>
      aDepartment(n + 1, n === 0 ? {} : { parentId: anId(n) }),
    );
    const forest = await forestOf(chain);
    for (const text of [writeDepartmentTree(forest), writeDepartmentTree(forest, 2)]) {
      expect(text.length).to.be.lessThan(depth * 2_500);
      expect(text.match(/"children"/g)).to.have.length(depth);
      expect(() => JSON.parse(text)).to.not.throw();
    }
  });
});
