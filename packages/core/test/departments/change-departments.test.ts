import assert from 'node:assert/strict';
import type { DepartmentChange, DepartmentOutcome } from '@ops-admin/core';
import { aDepartment, aDraft, anId, aTime, aUser } from '@ops-admin/testing';
import { okOf } from '../assertions.ts';
import { openOrganisation } from '../open-organisation.ts';

describe('Changes of departments', () => {
  const { action: _, requested: __, ...draft } = aDraft({ time: aTime(9) });
  const wordOf = (outcome: DepartmentOutcome) => (outcome.type === 'made' ? outcome.result : outcome.type);

  it('are judged one after the other, each by what those before it left', async () => {
    const { audit, departments, organisation } = openOrganisation();
    const some = [aDepartment(1), aDepartment(2, { parentId: anId(1) }), aDepartment(3)];
    await okOf(organisation.importDepartments(some, draft));
    await okOf(organisation.importUsers([aUser(1, { departmentId: anId(3) })], { ...draft, action: 'set' }));
    const before = await okOf(audit.newestId());
    const changes: readonly [n: number, change: DepartmentChange, outcome: string][] = [
      [4, { action: 'create', values: { name: 'Four', code: 'F', parentId: anId(3) } }, 'created'],
      [2, { action: 'update', values: { parentId: anId(4) } }, 'updated'],
      [3, { action: 'update', values: { parentId: anId(2) } }, 'parent-cycle'],
      [1, { action: 'update', values: { code: 'f' } }, 'code-taken'],
      [3, { action: 'delete' }, 'department-not-empty'],
      [4, { action: 'delete' }, 'department-not-empty'],
      [1, { action: 'update', values: { name: 'Department 1' } }, 'unchanged'],
      [9, { action: 'delete' }, 'department-not-found'],
      [1, { action: 'delete' }, 'deleted'],
    ];
    const requests = changes.map(([n, change]) => ({ departmentId: anId(n), change, draft }));
    const outcomes = await okOf(organisation.changeDepartments(requests, {}));
    assert.deepEqual(
      outcomes.map(wordOf),
      changes.map(([, , outcome]) => outcome),
    );
    const left = await okOf(departments.list({ start: 0 }, { details: true }));
    assert.deepEqual(
      left.departments.map((one) => [one._id, one.name, one.code, one.parentId, one.users]),
      [
        [anId(4), 'Four', 'F', anId(3), 0],
        [anId(3), 'Department 3', 'D3', null, 1],
        [anId(2), 'Department 2', 'D2', anId(4), 0],
      ],
    );
    const entries = await okOf(audit.list({ limit: 9, afterId: before }));
    assert.deepEqual(
      entries.map((entry) => [entry.departmentId, entry.change, entry.members?.join()]),
      [
        [anId(4), 'created', ''],
        [anId(2), 'updated', 'parentId,updatedAt'],
        [anId(1), 'deleted', 'name,description,code,parentId,managerId,createdAt,updatedAt'],
      ],
    );
    assert.deepEqual(
      outcomes.flatMap((outcome) => (outcome.type === 'made' ? [outcome.entry?.id] : [])),
      [before + 1, before + 2, undefined, before + 3],
    );
  });
});
