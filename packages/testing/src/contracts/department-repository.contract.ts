import assert from 'node:assert/strict';
import type { DepartmentPage, ListRange } from '@ops-admin/core';
import { aDepartment, aDraft, anId, aSigner, aTime, aUser } from '../fixtures.js';
import { okOf } from './assertions.js';
import { assertRejected, type BadCalls } from './bad-arguments.js';
import { describeFailingStore } from './failing-store.js';
import { itReadsAtOneMoment } from './reads-of-one-moment.js';
import { runnerOf } from './runner.js';
import { describeStoreOpenedTwice, writersAndReaders } from './store-opened-twice.js';
import type { OpenedStore, OpenStore, StoreSuiteOptions } from './store-suite.js';

type Used = 'departments' | 'organisation';

/** The tests that every {@link DepartmentRepository} must pass. */
export function departmentRepositoryContract<Opened extends OpenedStore<Used>>(
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Used> = {},
): void {
  describeFailingStore('DepartmentRepository', open, options, ({ departments }) => ({
    list: () => departments.list({ start: 0 }),
    idsNamed: () => departments.idsNamed([anId(1)]),
  }));
  describeStoreOpenedTwice('DepartmentRepository', open, options, [], (it, both) => {
    it('shows in each opening immediately what the other imported', async () => {
      for (const { n, reader, writer } of writersAndReaders(both())) {
        const read = async () => {
          const { departments, total } = await okOf(reader.departments.list({ start: 0, end: 1 }));
          return [total, departments[0]?._id];
        };
        assert.equal((await read())[0], n - 1);
        await okOf(writer.organisation.importDepartments([aDepartment(n)], aDraft()));
        assert.deepEqual(await read(), [n, anId(n)]);
      }
    });
  });

  const { afterEach, beforeEach, describe, it } = runnerOf(options);
  describe('DepartmentRepository contract', () => {
    let stores: Opened;

    beforeEach(async () => {
      stores = await open({ users: [], signer: aSigner() });
    });
    afterEach(() => stores.close());

    const list = async (range: ListRange): Promise<DepartmentPage> =>
      await okOf(stores.departments.list(range));
    const names = async (range: ListRange): Promise<string[]> =>
      (await list(range)).departments.map(({ name }) => name);
    const importFive = async () => {
      const departments = [3, 1, 5, 2, 4].map((n) => aDepartment(n));
      await okOf(stores.organisation.importDepartments(departments, aDraft()));
    };

    it('rejects arguments that the types do not allow', async () => {
      const calls: BadCalls<'departments'> = {
        'list of nothing': ({ departments }) => departments.list(),
        'list from before the first': ({ departments }) => departments.list({ start: -1 }),
        'idsNamed of nothing': ({ departments }) => departments.idsNamed(),
        'idsNamed of symbols': ({ departments }) => departments.idsNamed([Symbol('code')]),
        'list of halves': ({ departments }) => departments.list({ start: 0, end: 1.5 }),
      };
      await assertRejected(stores, calls, async () => {});
    });

    itReadsAtOneMoment(it, 'a page and its total', options, {
      opened: () => stores,
      changes: () => [{ departments: [aDepartment(1), aDepartment(2)] }],
      read: async () => {
        const { departments, total } = await list({ start: 0 });
        return { total, onPage: departments.length };
      },
    });

    it('lists all, newest first, or a part without the end, which may be missing or the largest number', async () => {
      await importFive();
      assert.deepEqual(
        await names({ start: 0 }),
        [5, 4, 3, 2, 1].map((n) => `Department ${n}`),
      );
      assert.deepEqual(await names({ start: 0, end: 2 }), ['Department 5', 'Department 4']);
      assert.deepEqual(await names({ start: 2, end: 4 }), ['Department 3', 'Department 2']);
      assert.deepEqual(await names({ start: 3 }), ['Department 2', 'Department 1']);
      for (const end of [100, Number.MAX_SAFE_INTEGER])
        assert.deepEqual(await names({ start: 4, end }), ['Department 1']);
    });

    it('returns an empty page with the true total after the end, and if start is not below end', async () => {
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
        const { departments, total } = await list(range);
        assert.deepEqual([total, departments], [5, []], JSON.stringify(range));
      }
    });

    it('orders equal times by identifier, descending, so that pages never overlap', async () => {
      const createdAt = aTime(0);
      const departments = [2, 12, 7, 1].map((n) => aDepartment(n, { createdAt }));
      await stores.organisation.importDepartments(departments, aDraft());

      const paged = [];
      for (let start = 0; start < 4; start++) paged.push(...(await names({ start, end: start + 1 })));
      assert.deepEqual(
        paged,
        [12, 7, 2, 1].map((n) => `Department ${n}`),
      );
    });

    it('finds a department by its identifier, else by its code in any spelling', async () => {
      await okOf(
        stores.organisation.importDepartments(
          [
            aDepartment(0xab, { code: 'OPS' }),
            aDepartment(3, { code: 'Zweig Süd' }),
            aDepartment(2),
            // Its code is the identifier of another.
            aDepartment(4, { code: anId(2) }),
            aDepartment(5, { code: '' }),
            aDepartment(6, { code: '' }),
          ],
          aDraft(),
        ),
      );
      const found = async (...names: string[]) => await okOf(stores.departments.idsNamed(names));
      const spellings = ['OPS', anId(0xab).toUpperCase(), 'ops', '\u200bOps '];
      assert.deepEqual(await found(...spellings), Array(4).fill(anId(0xab)));
      assert.deepEqual(await found('ZWEIG SU\u0308D', anId(2)), [anId(3), anId(2)]);
      assert.deepEqual(await found('', ' ', anId(9), '%', '\0', '\ud800'), Array(6).fill(undefined));
      assert.deepEqual(await found(), []);
    });

    it('reads every field, the parent and the manager', async () => {
      const manager = aUser(7, { permissions: ['service.a.read'] });
      await stores.organisation.importUsers([manager], { ...aDraft(), action: 'set' });
      await stores.organisation.importDepartments(
        [aDepartment(2, { parentId: anId(1), managerId: manager.id }), aDepartment(1)],
        aDraft(),
      );

      assert.deepEqual((await list({ start: 0 })).departments, [
        {
          _id: anId(2),
          name: 'Department 2',
          description: 'What department 2 does',
          parentId: anId(1),
          createdAt: aTime(2),
          updatedAt: aTime(2),
          parentDepartment: {
            _id: anId(1),
            name: 'Department 1',
            description: 'What department 1 does',
            code: 'D1',
          },
          manager: {
            _id: manager.id,
            emails: manager.emails,
            personalInformation: manager.personalInformation,
          },
        },
        {
          _id: anId(1),
          name: 'Department 1',
          description: 'What department 1 does',
          parentId: null,
          createdAt: aTime(1),
          updatedAt: aTime(1),
        },
      ]);
    });

    it('keeps the id of a parent that does not exist, and names no parent and no manager', async () => {
      await stores.organisation.importDepartments(
        [aDepartment(2, { parentId: anId(99), managerId: anId(98) })],
        aDraft(),
      );
      const [department] = (await list({ start: 0 })).departments;
      assert.equal(department?.parentId, anId(99));
      for (const name of ['parentDepartment', 'manager'])
        assert.ok(department && !(name in department), name);
    });

    it('never gives a page after a write the revision of the page before it', async () => {
      const range = { start: 0, end: 10 };
      const manager = aUser(7);
      const write = (departments: Parameters<typeof stores.organisation.importDepartments>[0]) =>
        stores.organisation.importDepartments(departments, aDraft());
      const writes = [
        () => write([aDepartment(1)]),
        () => write([aDepartment(2, { parentId: anId(1), managerId: manager.id })]),
        () => write([aDepartment(1, { name: 'Renamed' })]),
        () => stores.organisation.importUsers([manager], { ...aDraft(), action: 'set' }),
        () => write([aDepartment(1)]),
      ];
      const { departments } = stores;
      const look = async () => ({
        revision: departments.revision && (await okOf(departments.revision())),
        page: await list(range),
      });
      let before = await look();
      for (const change of writes) {
        await okOf<unknown>(change());
        const after = await look();
        assert.notDeepEqual(after.page.departments, before.page.departments);
        if (after.revision !== undefined) assert.notEqual(after.revision, before.revision);
        before = after;
      }
    });
  });
}
