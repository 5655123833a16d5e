import { expect } from 'chai';
import { aDepartment, aDraft, anId, aTime, aUser } from '../fakes/fixtures.js';
import type { DepartmentPage, ListRange } from '../index.js';
import type { OpenOrganisation } from './open-organisation.js';

/** What every {@link DepartmentRepository} keeps to; `open` gives an empty organisation. */
export function departmentRepositoryContract(open: OpenOrganisation): void {
  describe('DepartmentRepository contract', () => {
    let stores: Awaited<ReturnType<OpenOrganisation>>;

    beforeEach(async () => {
      stores = await open();
    });
    afterEach(() => stores.close());

    const list = async (range: ListRange): Promise<DepartmentPage> =>
      (await stores.departments.list(range))._unsafeUnwrap();
    const withoutRevision = async (range: ListRange) => {
      const { total, departments } = await list(range);
      return { total, departments };
    };
    const names = async (range: ListRange): Promise<string[]> =>
      (await list(range)).departments.map(({ name }) => name);
    const importFive = async () => {
      const departments = [3, 1, 5, 2, 4].map((n) => aDepartment(n));
      (await stores.organisation.importDepartments(departments))._unsafeUnwrap();
    };

    it('is empty at first', async () => {
      expect(await withoutRevision({ start: 0 })).to.deep.equal({ total: 0, departments: [] });
    });

    it('lists all, newest first', async () => {
      await importFive();
      const newestFirst = [5, 4, 3, 2, 1].map((n) => `Department ${n}`);
      expect(await names({ start: 0 })).to.deep.equal(newestFirst);
      expect((await list({ start: 0 })).total).to.equal(5);
    });

    it('takes start in and leaves end out', async () => {
      await importFive();
      expect(await names({ start: 0, end: 2 })).to.deep.equal(['Department 5', 'Department 4']);
      expect(await names({ start: 2, end: 4 })).to.deep.equal(['Department 3', 'Department 2']);
      expect(await names({ start: 4, end: 100 })).to.deep.equal(['Department 1']);
    });

    it('has no upper bound without an end', async () => {
      await importFive();
      expect(await names({ start: 3 })).to.deep.equal(['Department 2', 'Department 1']);
    });

    it('gives an empty page with the true total past the end, and where start is not below end', async () => {
      await importFive();
      const past = [
        { start: 5 },
        { start: 5, end: 9 },
        { start: 3, end: 3 },
        { start: 4, end: 2 },
        { start: Number.MAX_SAFE_INTEGER },
        { start: Number.MAX_SAFE_INTEGER, end: Number.MAX_SAFE_INTEGER },
      ];
      for (const range of past) {
        expect(await withoutRevision(range), JSON.stringify(range)).to.deep.equal({
          total: 5,
          departments: [],
        });
      }
    });

    it('takes the largest end', async () => {
      await importFive();
      expect(await names({ start: 4, end: Number.MAX_SAFE_INTEGER })).to.deep.equal(['Department 1']);
    });

    it('orders equal times by identifier, descending, so that pages never overlap', async () => {
      const createdAt = aTime(0);
      const departments = [2, 12, 7, 1].map((n) => aDepartment(n, { createdAt }));
      await stores.organisation.importDepartments(departments);

      const paged = [];
      for (let start = 0; start < 4; start++) paged.push(...(await names({ start, end: start + 1 })));
      expect(paged).to.deep.equal([12, 7, 2, 1].map((n) => `Department ${n}`));
    });

    it('reads every field, the parent and the manager', async () => {
      const manager = aUser(7, { permissions: ['service.a.read'] });
      await stores.organisation.importUsers([manager], { ...aDraft(), action: 'set' });
      await stores.organisation.importDepartments([
        aDepartment(2, { parentId: anId(1), managerId: manager.id }),
        aDepartment(1),
      ]);

      expect((await list({ start: 0 })).departments).to.deep.equal([
        {
          id: anId(2),
          name: 'Department 2',
          description: 'What department 2 does',
          parentId: anId(1),
          createdAt: aTime(2),
          updatedAt: aTime(2),
          parent: { id: anId(1), name: 'Department 1', description: 'What department 1 does', code: 'D1' },
          manager: {
            id: manager.id,
            emails: manager.emails,
            personalInformation: manager.personalInformation,
          },
        },
        {
          id: anId(1),
          name: 'Department 1',
          description: 'What department 1 does',
          parentId: null,
          createdAt: aTime(1),
          updatedAt: aTime(1),
        },
      ]);
    });

    it('keeps the id of a parent that is not there, and names no parent and no manager', async () => {
      await stores.organisation.importDepartments([
        aDepartment(2, { parentId: anId(99), managerId: anId(98) }),
      ]);
      const [department] = (await list({ start: 0 })).departments;
      expect(department?.parentId).to.equal(anId(99));
      expect(department).to.not.have.any.keys('parent', 'manager');
    });

    it('never gives a page after a write the revision of the page before it', async () => {
      const range = { start: 0, end: 10 };
      const manager = aUser(7);
      const write = (departments: Parameters<typeof stores.organisation.importDepartments>[0]) =>
        stores.organisation.importDepartments(departments);
      const writes = [
        () => write([aDepartment(1)]),
        () => write([aDepartment(2, { parentId: anId(1), managerId: manager.id })]),
        () => write([aDepartment(1, { name: 'Renamed' })]),
        () => stores.organisation.importUsers([manager], { ...aDraft(), action: 'set' }),
        () => write([aDepartment(1)]),
      ];
      let before = await list(range);
      for (const change of writes) {
        (await change())._unsafeUnwrap();
        const after = await list(range);
        expect(after.departments).to.not.deep.equal(before.departments);
        if (after.revision !== undefined) expect(after.revision).to.not.equal(before.revision);
        before = after;
      }
    });
  });
}
