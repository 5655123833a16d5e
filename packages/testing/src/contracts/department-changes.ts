import assert from 'node:assert/strict';
import {
  DEFAULT_ADMIN_PERMISSION,
  type DepartmentChange,
  type DepartmentChangeOptions,
  type DepartmentOutcome,
  type DepartmentRequest,
} from '@ops-admin/core';
import { departmentText } from '@ops-admin/core/adapter';
import { aDepartment, aDraft, anId, aTime, aUser } from '../fixtures.js';
import { errorOf, okOf } from './assertions.js';
import type { Runner } from './runner.js';
import type { OpenedStore } from './store-suite.js';

type Used = 'audit' | 'departments' | 'organisation' | 'permissions';

const { action: _, requested: __, ...draft } = aDraft({ time: aTime(9) });

/** A change of the n-th department, for tests of stores. */
function aDepartmentChange(
  n: number,
  change: DepartmentChange,
  more: Partial<DepartmentRequest> = {},
): DepartmentRequest {
  return { departmentId: anId(n), change, draft, ...more };
}

/** The tests of changes of departments, of a store without departments and users. */
export function itChangesDepartments(it: Runner['it'], stores: () => OpenedStore<Used>): void {
  const change = (requests: readonly DepartmentRequest[], options: DepartmentChangeOptions = {}) =>
    stores().organisation.changeDepartments(requests, options);
  const all = async () =>
    (await okOf(stores().departments.list({ start: 0 }, { details: true }))).departments.map((one) => [
      one._id,
      one.name,
      one.code,
      one.parentId,
      one.users,
    ]);
  const entries = async () => await okOf(stores().audit.list({ limit: 99 }));
  const wordOf = (outcome: DepartmentOutcome) => (outcome.type === 'made' ? outcome.result : outcome.type);
  const fill = async () => {
    const { organisation } = stores();
    const departments = [aDepartment(1), aDepartment(2, { parentId: anId(1) }), aDepartment(3)];
    await okOf(organisation.importDepartments(departments, draft));
    await okOf(organisation.importUsers([aUser(1, { departmentId: anId(3) })], { ...draft, action: 'set' }));
  };

  it('makes changes of departments one after the other, each with its entry, and refuses others', async () => {
    await fill();
    const before = (await entries()).length;
    const outcomes = await okOf(
      change([
        aDepartmentChange(4, { action: 'create', values: { name: 'Four', code: 'F', parentId: anId(3) } }),
        aDepartmentChange(2, { action: 'update', values: { parentId: anId(4) } }),
        aDepartmentChange(3, { action: 'delete' }),
        aDepartmentChange(1, { action: 'delete' }),
      ]),
    );
    assert.deepEqual(outcomes.map(wordOf), ['created', 'updated', 'department-not-empty', 'deleted']);
    assert.deepEqual(await all(), [
      [anId(4), 'Four', 'F', anId(3), 0],
      [anId(3), 'Department 3', 'D3', null, 1],
      [anId(2), 'Department 2', 'D2', anId(4), 0],
    ]);
    const written = (await entries()).slice(before);
    assert.deepEqual(
      written.map((entry) => [entry.departmentId, entry.change, entry.members?.length]),
      [
        [anId(4), 'created', 0],
        [anId(2), 'updated', 2],
        [anId(1), 'deleted', 7],
      ],
    );
    assert.deepEqual(written[1]?.former, { parentId: anId(1), updatedAt: aTime(2) });
    assert.deepEqual(
      outcomes.flatMap((outcome) => (outcome.type === 'made' ? [outcome.entry] : [])),
      written,
    );
  });

  it('shows one department with its record, its users and those directly below it', async () => {
    await fill();
    const { departments } = stores();
    const found = await okOf(departments.find(anId(1)));
    assert.deepEqual(found?.record, aDepartment(1));
    assert.deepEqual([found?.department.code, found?.department.users], ['D1', 0]);
    assert.deepEqual(
      found?.children.map(({ _id, code }) => [_id, code]),
      [[anId(2), 'D2']],
    );
    assert.equal((await okOf(departments.find(anId(3))))?.department.users, 1);
    assert.equal(await okOf(departments.find(anId(9))), undefined);
  });

  it('makes no change of a department in a dry run, and reports what it would have done', async () => {
    await fill();
    const [before, count] = [await all(), (await entries()).length];
    const requests = [
      aDepartmentChange(4, { action: 'create', values: { name: 'Four' } }),
      aDepartmentChange(2, { action: 'delete' }),
    ];
    assert.deepEqual((await okOf(change(requests, { dryRun: true }))).map(wordOf), ['created', 'deleted']);
    assert.deepEqual([await all(), (await entries()).length], [before, count]);
  });

  it('changes no department for an actor without the right', async () => {
    await fill();
    const before = await all();
    const actor = { userId: anId(1), mustHold: DEFAULT_ADMIN_PERMISSION };
    const refused = await errorOf(change([aDepartmentChange(2, { action: 'delete' })], { actor }));
    assert.deepEqual(refused, { type: 'actor-refused', reason: 'not-granted' });
    assert.deepEqual(await all(), before);
  });

  it('changes only the record that its caller has seen, so that one of many such changes is made', async () => {
    await fill();
    const asSeen = departmentText(aDepartment(3));
    const many = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        okOf(change([aDepartmentChange(3, { action: 'update', values: { name: `${n}` } }, { asSeen })])),
      ),
    );
    const words = many.flat().map(wordOf);
    assert.equal(words.filter((word) => word === 'updated').length, 1);
    assert.equal(words.filter((word) => word === 'department-outdated').length, 9);
  });

  it('changes a department only while no newer entry is about it than the one that is named', async () => {
    await fill();
    const renamed = (name: string, asOf?: number) =>
      change([aDepartmentChange(1, { action: 'update', values: { name } }, { asOf })]);
    const [made] = await okOf(renamed('A', 1));
    assert.equal(made && wordOf(made), 'updated');
    const [late] = await okOf(renamed('B', 1));
    const newest = (await entries()).at(-1)?.id;
    assert.equal(late?.type === 'department-outdated' && late.newest?.id, newest);
  });
}
