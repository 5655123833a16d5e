import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { departmentOf, type StoredDepartment } from '../dist/stored-department.js';

describe('departmentOf', () => {
  const times = { createdAt: '2026-01-02T03:04:05.006Z', updatedAt: '2026-02-02T03:04:05.006Z' };
  const alone = {
    ...{ id: anId(1), name: 'Finance', description: 'Money', parentId: null, ...times },
    ...{ parentName: null, parentDescription: '', parentCode: '' },
    ...{ managerId: null, managerFirstName: '', managerLastName: '', managerName: '', managerEmails: '[]' },
  } as StoredDepartment;
  const shown = (row: StoredDepartment) => departmentOf(row);
  const own = { _id: anId(1), name: 'Finance', description: 'Money', ...times };

  it('has no parent and no manager where none is stored', () => {
    expect(shown(alone)).to.deep.equal({ ...own, parentId: null });
  });

  it('names a missing parent only by its id', () => {
    expect(shown({ ...alone, parentId: anId(2) })).to.deep.equal({ ...own, parentId: anId(2) });
  });

  it('shows its parent, also one whose name is empty', () => {
    for (const name of ['Group', '']) {
      const parent = { parentName: name, parentDescription: 'All', parentCode: 'G' };
      expect(shown({ ...alone, parentId: anId(2), ...parent })).to.deep.equal({
        ...own,
        parentId: anId(2),
        parentDepartment: { _id: anId(2), name, description: 'All', code: 'G' },
      });
    }
  });

  it('shows no parent without an id, for any other columns', () => {
    expect(shown({ ...alone, parentName: 'Group' })).to.deep.equal({ ...own, parentId: null });
  });

  it('shows its manager', () => {
    const manager = { managerFirstName: 'Ada', managerLastName: 'Byron', managerName: 'Ada Byron' };
    const row = { ...alone, managerId: anId(3), ...manager, managerEmails: '["ada@example.org"]' };
    expect(shown(row)).to.deep.equal({
      ...own,
      parentId: null,
      manager: {
        _id: anId(3),
        emails: ['ada@example.org'],
        personalInformation: { firstName: 'Ada', lastName: 'Byron', name: 'Ada Byron' },
      },
    });
  });
});
