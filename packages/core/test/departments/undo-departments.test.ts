import { AccessPolicy, type AuditEntry, type DepartmentRecord } from '@ops-admin/core';
import { departmentChanges, permissionOperations, type RevertTarget } from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId, aUser, type OrganisationPorts } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

const clock = () => new Date('2026-03-02T08:15:00.000Z');
const origin = { actor: 'cli:me', source: 'cli' } as const;

describe('The undo of department changes', () => {
  let ports: OrganisationPorts;
  beforeEach(() => {
    ports = openOrganisation();
  });

  const batchOf = async (departments: readonly DepartmentRecord[], batch = 'import-1') => {
    const draft = aDraft({ action: 'department', batch });
    (await ports.organisation.importDepartments(departments, draft))._unsafeUnwrap();
  };
  const changes = () => departmentChanges({ ...ports, clock });
  const revert = async (target: RevertTarget, dryRun = false) =>
    (
      await permissionOperations({
        ...ports,
        store: ports.permissions,
        clock,
        policy: new AccessPolicy(),
      }).revert({ target, dryRun, origin: { ...origin, batch: 'undo-1' } })
    )._unsafeUnwrap().rows;
  const all = async () =>
    (await ports.departments.list({ start: 0 }, { details: true }))._unsafeUnwrap().departments;
  const entries = async (): Promise<readonly AuditEntry[]> =>
    (await ports.audit.list({ limit: 99 }))._unsafeUnwrap();

  it('deletes departments that a batch created, children first, for any order in the batch', async () => {
    // The child comes first in the file, its parent last.
    await batchOf([
      aDepartment(3, { parentId: anId(2) }),
      aDepartment(2, { parentId: anId(1) }),
      aDepartment(4, { parentId: anId(1) }),
      aDepartment(1),
    ]);
    const tried = await revert({ batch: 'import-1' }, true);
    expect(tried.map(({ department, message, result }) => [department, result, message])).to.deep.equal(
      [1, 4, 2, 3].map((n) => [anId(n), 'would-revert', 'would be deleted']),
    );
    expect(await all()).to.have.length(4);
    const rows = await revert({ batch: 'import-1' });
    expect(rows.map(({ reverts, result }) => [reverts, result])).to.deep.equal(
      [4, 3, 2, 1].map((id) => [id, 'reverted']),
    );
    expect(await all()).to.deep.equal([]);
    const deleted = (await entries()).slice(4).map(({ change, departmentId }) => [change, departmentId]);
    expect(deleted.map(([change]) => change)).to.deep.equal(Array(4).fill('deleted'));
    const order = deleted.map(([, id]) => id);
    expect(order.indexOf(anId(3))).to.be.lessThan(order.indexOf(anId(2)));
    expect(order.at(-1)).to.equal(anId(1));
  });

  it('keeps a department that is no longer empty, and its parent', async () => {
    await batchOf([aDepartment(1), aDepartment(2, { parentId: anId(1) })]);
    await ports.organisation.importUsers([aUser(1, { departmentId: anId(2) })], aDraft({ action: 'set' }));
    const rows = await revert({ batch: 'import-1' });
    expect(rows.map(({ message, result }) => [result, message])).to.deep.equal([
      ['nothing-left', `Department 2 (${anId(2)}) is not empty: it has 1 user; move them first`],
      ['nothing-left', `Department 1 (${anId(1)}) is not empty: it has 1 department; move them first`],
    ]);
    expect(await all()).to.have.length(2);
  });

  it('restores the former values of an update, unless a later entry names the department', async () => {
    await batchOf([aDepartment(1), aDepartment(2)]);
    const input = { origin, department: 'D2' };
    const first = (await changes().update({ ...input, name: 'A', parent: 'D1' }))._unsafeUnwrap();
    const second = (await changes().update({ ...input, name: 'B', code: 'X' }))._unsafeUnwrap();
    const [kept] = await revert({ entryId: first.entry as number });
    expect(kept).to.deep.include({
      department: anId(2),
      result: 'nothing-left',
      message: `entry ${second.entry} changed the department since`,
    });
    const rows = await revert({ entryIds: [first.entry as number, second.entry as number] });
    expect(rows.map(({ result }) => result)).to.deep.equal(['reverted', 'reverted']);
    const [department] = (await all()).filter(({ _id }) => _id === anId(2));
    expect(department).to.deep.include({ name: 'Department 2', code: 'D2', parentId: null });
    const again = await revert({ entryId: second.entry as number });
    expect(again[0]).to.deep.include({ result: 'nothing-left' });
  });

  it('explains an update that cannot be restored: the former code is in use, or the department is missing', async () => {
    await batchOf([aDepartment(1), aDepartment(2)]);
    const renamed = (await changes().update({ origin, department: 'D2', code: 'X' }))._unsafeUnwrap();
    (await changes().update({ origin, department: 'D1', code: 'D2' }))._unsafeUnwrap();
    const [taken] = await revert({ entryId: renamed.entry as number });
    expect(taken).to.deep.include({
      result: 'conflict',
      message: `the code "D2" belongs to the department Department 1 (${anId(1)})`,
    });
    (await changes().delete({ origin, department: 'X' }))._unsafeUnwrap();
    const [gone] = await revert({ entryId: renamed.entry as number });
    expect(gone).to.deep.include({
      result: 'nothing-left',
      message: 'the department no longer exists, so nothing can be set back',
    });
  });
});
