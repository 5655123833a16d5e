import assert from 'node:assert/strict';
import {
  DEFAULT_ADMIN_PERMISSION,
  type DepartmentToImport,
  type PersonChange,
  type UserSearch,
  type UserToImport,
} from '@ops-admin/core';
import {
  AS_IT_COMES,
  aDepartment,
  aDraft,
  anId,
  anIdentity,
  aPersonChange,
  aSigner,
  aTime,
  aUser,
  type UserFixture,
} from '../fixtures.js';
import { assertEach, assertIncludes, assertSound, errorOf, okOf } from './assertions.js';
import { assertRejected, type BadCalls } from './bad-arguments.js';
import { itChangesDepartments } from './department-changes.js';
import { describeFailingStore } from './failing-store.js';
import { checkingRunner, runnerOf } from './runner.js';
import { itMakesAllOrNothing } from './stopped-changes.js';
import { describeStoreOpenedTwice } from './store-opened-twice.js';
import type { OpenedStore, OpenStore, StoreSuiteOptions } from './store-suite.js';

/** The mistake of a record that gives user 2 an identity of user 1. */
const TAKEN = {
  id: anId(2),
  member: 'identities',
  message: `x at https://id.example belongs to the user ${anId(1)}; to pass an identity on, remove it from its user in an earlier import`,
} as const;

const IMPORT = { adminPermission: DEFAULT_ADMIN_PERMISSION, keepAdmin: false } as const;

type Used = 'audit' | 'departments' | 'organisation' | 'permissions' | 'users';

/** The tests that every {@link Organisation} must pass. After each test the trail must be sound. */
export function organisationContract<Opened extends OpenedStore<Used>>(
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Used> = {},
): void {
  const { requested: _, ...draft } = aDraft({ action: 'set', source: 'import', actor: 'cli:root' });
  describeFailingStore('Organisation', open, options, ({ organisation }) => ({
    changeDepartments: () => organisation.changeDepartments([], {}),
    importDepartments: () => organisation.importDepartments([aDepartment(1)], draft),
    importUsers: () => organisation.importUsers([aUser(1)], draft),
  }));
  describeStoreOpenedTwice('Organisation', open, options, [], (it, both) => {
    it('continues in each from what was imported in the other', async () => {
      const [one, other] = both();
      const imported = async ({ organisation }: OpenedStore<Used>, ...permissions: string[]) =>
        (await okOf(organisation.importUsers([aUser(1, { permissions })], draft))).records[0];
      assertIncludes(await imported(one, 'service.a'), { result: 'created', added: ['service.a'] });
      assertIncludes(await imported(other, 'service.a'), { result: 'unchanged' });
      assertIncludes(await imported(other, 'service.b'), { added: ['service.b'], removed: ['service.a'] });
      assertIncludes(await imported(one), { result: 'updated', removed: ['service.b'] });
      assert.equal((await okOf(other.audit.list({ limit: 9 }))).length, 3);
      await assertSound(other.audit, aSigner());
    });

    it('never puts a user into a department that the other deletes concurrently', async () => {
      const [one, other] = both();
      await okOf(one.organisation.importUsers([aUser(1)], draft));
      for (let n = 1; n <= 8; n++) {
        const [mover, deleter] = n % 2 === 0 ? [one, other] : [other, one];
        await okOf(one.organisation.importDepartments([aDepartment(n)], draft));
        const update = { action: 'update', person: { departmentId: anId(n) } } as const;
        const record = { ...aUser(1), departmentId: anId(n) };
        const move = () => (n % 4 < 2 ? moveTo(mover, update) : importInto(mover, record));
        // Whichever begins first can be made first.
        const deleted = n > 4 ? deleteDepartment(deleter, n) : undefined;
        const outcomes = await Promise.all([move(), deleted ?? deleteDepartment(deleter, n)]);
        const [isMoved, isDeleted] = [outcomes[0] === 'made', outcomes[1] === 'made'];
        const departments = (await okOf(one.departments.list({ start: 0 }))).departments.map(
          ({ _id }) => _id,
        );
        assert.notEqual(isMoved, isDeleted, outcomes.join());
        assert.equal(outcomes[isMoved ? 1 : 0], isMoved ? 'department-not-empty' : 'department-not-found');
        assert.equal(departments.includes(anId(n)), isMoved);
        assert.equal((await okOf(one.users.find(anId(1))))?.departmentId, isMoved ? anId(n) : null);
        await okOf(one.organisation.importUsers([{ ...aUser(1), departmentId: null }], draft));
      }
    });
  });

  const moveTo = async ({ permissions }: OpenedStore<Used>, change: PersonChange) =>
    (await okOf(permissions.change([aPersonChange(1, change)], AS_IT_COMES)))[0]?.type;
  const importInto = async ({ organisation }: OpenedStore<Used>, user: UserToImport) => {
    const imported = await organisation.importUsers([user], draft, IMPORT);
    return imported.match(
      () => 'made',
      (error) => (error.type === 'record-mistakes' ? 'department-not-found' : error.type),
    );
  };
  const deleteDepartment = async ({ organisation }: OpenedStore<Used>, n: number) => {
    const { action: _, ...of } = draft;
    const request = { departmentId: anId(n), change: { action: 'delete' }, draft: of } as const;
    return (await okOf(organisation.changeDepartments([request], {})))[0]?.type;
  };

  const { afterEach, beforeEach, describe, it } = checkingRunner(runnerOf(options), () =>
    assertSound(stores.audit, aSigner()),
  );
  let stores: Opened;
  describe('Organisation contract', () => {
    beforeEach(async () => {
      stores = await open({ users: [], signer: aSigner() });
    });
    afterEach(() => stores.close());

    const departmentNames = async () =>
      (await okOf(stores.departments.list({ start: 0 }))).departments.map(({ name }) => name);
    const trail = async () => await okOf(stores.audit.list({ limit: 100 }));

    it('rejects arguments that the types do not allow, and writes nothing', async () => {
      const importing = (...users: unknown[]): BadCalls<'organisation'>[string] => {
        return ({ organisation }) => organisation.importUsers([aUser(2), ...users], draft);
      };
      const calls: BadCalls<'organisation'> = {
        'importUsers of nothing': ({ organisation }) => organisation.importUsers(undefined, draft),
        'importUsers of no user': importing(undefined),
        'importUsers with a number for an e-mail': importing({ ...aUser(3), emails: [1] }),
        'importUsers with half an identity': importing({ ...aUser(3), identities: [{ issuer: 'i' }] }),
        'importUsers with a number for a permission': importing({ ...aUser(3), permissions: [1] }),
        'importUsers without a draft': ({ organisation }) =>
          organisation.importUsers([aUser(2), aUser(3, { permissions: ['service.a'] })]),
        'importDepartments of nothing': ({ organisation }) => organisation.importDepartments(),
        'importDepartments without a name': ({ organisation }) =>
          organisation.importDepartments([aDepartment(1), { ...aDepartment(2), name: undefined }], draft),
        'importDepartments without a draft': ({ organisation }) =>
          organisation.importDepartments([aDepartment(1)]),
      };
      await assertRejected(stores, calls, async (what) => {
        assert.deepEqual(
          [await okOf(stores.users.list()), await departmentNames(), await trail()],
          [[], [], []],
          what,
        );
      });
    });

    it('writes each department that an import makes or alters with an entry, children before their parents too', async () => {
      const importing = (...given: DepartmentToImport[]) =>
        okOf(stores.organisation.importDepartments(given, draft));
      await importing(aDepartment(2, { parentId: anId(1) }), aDepartment(1));
      const { records, summary } = await importing(
        aDepartment(1),
        { id: anId(2), name: 'New', parentId: null },
        aDepartment(3),
      );
      assert.deepEqual(summary, { created: 1, updated: 1, unchanged: 1 });
      assertEach(records, ({ entryId, result }) => [result, entryId], [
        ['unchanged', undefined],
        ['updated', 3],
        ['created', 4],
      ]);
      assert.deepEqual(await departmentNames(), ['Department 3', 'New', 'Department 1']);
      const written = (await trail()).slice(2);
      assertEach(
        written,
        ({ action, departmentId, members, userId }) => [action, departmentId, members, userId],
        [
          ['department', anId(2), ['name', 'parentId', 'updatedAt'], null],
          ['department', anId(3), [], null],
        ],
      );
    });

    it('refuses an import of departments as a whole', async () => {
      const departments = [aDepartment(2), aDepartment(1, { parentId: anId(1) })];
      for (const dryRun of [true, false]) {
        const refused = stores.organisation.importDepartments(departments, draft, { dryRun });
        assert.deepEqual(await errorOf(refused), { type: 'parent-cycle', cycle: [anId(1)] });
      }
      assert.deepEqual([await departmentNames(), await trail()], [[], []]);
    });

    it('reports what an import would do if it is a dry run, and writes nothing', async () => {
      const { organisation } = stores;
      await organisation.importDepartments([aDepartment(1)], draft);
      await organisation.importUsers([aUser(1, { permissions: ['service.a'] })], draft);
      const before = async () => [await okOf(stores.users.list()), await departmentNames(), await trail()];
      const expected = await before();

      const departments = [aDepartment(1, { name: 'Renamed' }), aDepartment(2)];
      const dryDepartments = await okOf(organisation.importDepartments(departments, draft, { dryRun: true }));
      const users = [aUser(1, { permissions: ['service.b'] }), aUser(2)];
      const dryUsers = await okOf(organisation.importUsers(users, draft, { ...IMPORT, dryRun: true }));
      assert.deepEqual(await before(), expected);

      const withoutEntries = <Done extends { readonly records: readonly { readonly entryId?: number }[] }>(
        done: Done,
      ) => ({ ...done, records: done.records.map(({ entryId: _, ...record }) => record) });
      const doneDepartments = await okOf(organisation.importDepartments(departments, draft));
      assert.deepEqual(withoutEntries(doneDepartments), dryDepartments);
      const done = await okOf(organisation.importUsers(users, draft, IMPORT));
      assert.deepEqual(withoutEntries(done), dryUsers);
    });

    itMakesAllOrNothing(it, 'an import', options, () => stores, {
      make: (n) => {
        const ids = [2 * n + 1, 2 * n + 2];
        const users = ids.map((id) =>
          aUser(id, { permissions: ['service.a'], identities: [anIdentity(`${id}`)] }),
        );
        return stores.organisation.importUsers(users, draft);
      },
      read: async () => ({
        users: (await okOf(stores.users.list())).map(({ id, permissions }) => [id, ...permissions]),
        entries: (await trail()).length,
      }),
      made: ({ entries, users }, n) => ({
        users: [...users, ...[2 * n + 1, 2 * n + 2].map((id) => [anId(id), 'service.a'])],
        // Of each the set and the link.
        entries: entries + 4,
      }),
    });

    itChangesDepartments(it, () => stores);

    it('refuses each e-mail of another user, of the store or the import, in any spelling, and writes nothing', async () => {
      const { organisation, users } = stores;
      await okOf(organisation.importUsers([aUser(1), aUser(2)], draft));
      const before = [await okOf(users.list()), await trail()];
      const given = [
        aUser(3, { emails: ['new@example.org', 'USER1@example.org'] }),
        aUser(4, { emails: [' New@example.org'] }),
        aUser(2, { emails: ['user1@example.org\u200b', 'own@example.org'] }),
      ];
      for (const dryRun of [true, false]) {
        const error = await errorOf(organisation.importUsers(given, draft, { ...IMPORT, dryRun }));
        assert.ok(error.type === 'record-mistakes');
        assertEach(
          error.mistakes,
          ({ id, member }) => [id, member],
          [3, 4, 2].map((n) => [anId(n), 'emails']),
        );
        assert.match(error.mistakes[0]?.message ?? '', new RegExp(anId(1)));
      }
      assert.deepEqual([await okOf(users.list()), await trail()], before);
    });

    it('leaves what a record does not name as it is', async () => {
      const identities = [anIdentity('x')];
      const whole = aUser(1, {
        permissions: ['service.a'],
        identities,
        departmentId: anId(9),
        active: false,
      });
      await okOf(stores.organisation.importUsers([whole], draft));
      const emails = ['new@example.org'];
      const { records } = await okOf(stores.organisation.importUsers([{ id: anId(1), emails }], draft));
      assertIncludes(records[0], { result: 'updated', members: ['emails'] });
      const { permissions, ...others } = (await okOf(stores.users.find(anId(1)))) ?? {};
      const { permissions: _, ...expected } = { ...whole, emails };
      assert.deepEqual(others, expected);
      assert.deepEqual([...(permissions ?? [])], ['service.a']);
    });

    it('refuses to take the last active admin when asked to, and writes nothing of the import', async () => {
      const admin = { permissions: ['service.a', DEFAULT_ADMIN_PERMISSION] };
      const keep = { adminPermission: DEFAULT_ADMIN_PERMISSION, keepAdmin: true };
      const { organisation, users } = stores;
      const inactive = aUser(3, { ...admin, active: false });
      await okOf(organisation.importUsers([aUser(1, admin), aUser(2, admin), inactive], draft, keep));
      assertIncludes(await okOf(organisation.importUsers([aUser(1)], draft, keep)), { leavesNoAdmin: false });
      const last = [aUser(2), aUser(4)];
      const refused = await errorOf(organisation.importUsers(last, draft, keep));
      assert.deepEqual(refused, { type: 'import-leaves-no-admin', admins: [anId(2)] });
      assert.equal(await okOf(users.find(anId(4))), undefined);
      const forced = await okOf(organisation.importUsers(last, draft, { ...keep, keepAdmin: false }));
      assertIncludes(forced, { leavesNoAdmin: true });
    });

    it('gives the last entry of each user', async () => {
      const identities = [anIdentity('x')];
      const made = [aUser(1, { identities, permissions: ['service.a'] }), aUser(2)];
      const { records } = await okOf(stores.organisation.importUsers(made, draft));
      assertEach(records, ({ entryId }) => entryId, [2, undefined]);
    });

    it('gives the id of somebody who was erased to nobody, and writes nothing of the import', async () => {
      const { organisation, permissions, users } = stores;
      await okOf(organisation.importUsers([aUser(1, { active: false }), aUser(2)], draft));
      await okOf(permissions.change([aPersonChange(1, { action: 'erase' })], AS_IT_COMES));
      const refused = { type: 'user-exists', user: anId(1), isErased: true };
      for (const dryRun of [true, false]) {
        const again = organisation.importUsers([aUser(3), aUser(1)], draft, { ...IMPORT, dryRun });
        assert.deepEqual(await errorOf(again), refused);
      }
      assertEach(await okOf(users.list()), ({ id }) => id, [anId(2)]);
    });

    it('writes an entry for each user whose permissions an import changed', async () => {
      const importing = async (time: number, ...permissions: string[]) =>
        okOf(
          stores.organisation.importUsers([aUser(1, { permissions }), aUser(2)], {
            ...draft,
            time: aTime(time),
          }),
        );
      await importing(6, 'service.a', 'service.b');
      await importing(7, 'service.b', 'service.c');
      const [made, altered, ...others] = await trail();
      assertIncludes(made, { action: 'set', source: 'import', actor: 'cli:root', userId: anId(1) });
      assertIncludes(made, { requested: ['service.a', 'service.b'], before: [], removed: [] });
      assertIncludes(altered, {
        time: aTime(7),
        requested: ['service.b', 'service.c'],
        added: ['service.c'],
        removed: ['service.a'],
        before: ['service.a', 'service.b'],
        after: ['service.b', 'service.c'],
      });
      assert.deepEqual(others, []);
    });

    it('creates, moves and imports nobody into a department that does not exist', async () => {
      await okOf(stores.organisation.importDepartments([aDepartment(1)], draft));
      await okOf(stores.organisation.importUsers([aUser(1, { departmentId: anId(1) }), aUser(2)], draft));
      const { emails, personalInformation } = aUser(4);
      const changes = [
        aPersonChange(1, { action: 'update', person: { departmentId: anId(9) } }),
        aPersonChange(4, {
          action: 'create',
          person: { emails, personalInformation, departmentId: anId(9) },
          permissions: [],
        }),
        aPersonChange(2, { action: 'update', person: { departmentId: anId(1) } }),
      ];
      const unknown = { type: 'department-not-found', department: anId(9) };
      for (const dryRun of [true, false]) {
        const outcomes = await okOf(stores.permissions.change(changes, { ...AS_IT_COMES, dryRun }));
        assert.deepEqual(outcomes.slice(0, 2), [unknown, unknown]);
        assertIncludes(outcomes[2], { type: 'made' });
        const { departmentId: _, ...bare } = aUser(1);
        const records = [{ ...bare, departmentId: anId(9) }, aUser(2, { departmentId: anId(1) })];
        const error = await errorOf(stores.organisation.importUsers(records, draft, { ...IMPORT, dryRun }));
        const message = `no department has the id or the code "${anId(9)}"`;
        const mistakes = [{ id: anId(1), member: 'departmentId', message }];
        assert.deepEqual(error, { type: 'record-mistakes', mistakes });
      }
      assert.equal((await okOf(stores.users.find(anId(1))))?.departmentId, anId(1));
      assert.equal(await okOf(stores.users.find(anId(4))), undefined);
    });

    it('finds the users of a department and of all below it, and those who are active', async () => {
      const { organisation, users } = stores;
      const ids = async (search: Omit<UserSearch, 'start'>) =>
        (await okOf(users.search({ start: 0, ...search }))).users.map(({ id }) => id);
      // 1 is above 2, which is above 3; 4 is apart, and what 8 is a part of is not there.
      await organisation.importDepartments(
        [
          aDepartment(1, { name: 'Zoo' }),
          aDepartment(2, { name: 'apes', parentId: anId(1) }),
          aDepartment(3, { name: 'Bonobos', parentId: anId(2) }),
          aDepartment(4, { name: 'Office' }),
        ],
        draft,
      );
      await organisation.importUsers(
        [
          aUser(11, { departmentId: anId(1) }),
          aUser(12, { departmentId: anId(3), permissions: ['service.a'] }),
          aUser(13, { departmentId: anId(2), active: false }),
          aUser(14, { departmentId: anId(4) }),
          aUser(15, { departmentId: anId(8) }),
          aUser(16),
        ],
        draft,
      );
      assert.deepEqual(await ids({ department: anId(1) }), [11, 12, 13].map(anId));
      assert.deepEqual(await ids({ department: anId(2) }), [12, 13].map(anId));
      assert.deepEqual(await ids({ department: anId(4) }), [anId(14)]);
      assert.deepEqual(await ids({ department: anId(9) }), []);
      assert.deepEqual(await ids({ active: false }), [anId(13)]);
      assert.deepEqual(await ids({ active: true }), [11, 12, 14, 15, 16].map(anId));
      assert.deepEqual(await ids({ active: true, department: anId(1), holds: 'service.a' }), [anId(12)]);
      // By the name of the department without regard to case; who is in none comes first.
      assert.deepEqual(await ids({ sort: 'department' }), [16, 15, 13, 12, 14, 11].map(anId));
      assert.deepEqual(
        await ids({ sort: 'department', department: anId(1), start: 1 } as UserSearch),
        [12, 11].map(anId),
      );
    });

    it('changes at once what users are found by', async () => {
      const found = async (search: Partial<UserSearch>) =>
        (await okOf(stores.users.search({ start: 0, ...search }))).users.map(({ id }) => id);
      const named = (name: string, given: UserFixture) =>
        aUser(1, { personalInformation: { firstName: '', lastName: '', name }, ...given });
      await okOf(stores.organisation.importUsers([aUser(2), named('Zoë', { permissions: ['a'] })], draft));
      assert.deepEqual([await found({ search: 'zoë' }), await found({ holds: 'a' })], [[anId(1)], [anId(1)]]);
      const aaron = named('Aaron', { emails: ['aaron@example.org'], permissions: ['b'] });
      await okOf(stores.organisation.importUsers([aaron], draft));
      for (const gone of [{ search: 'zoë' }, { search: 'user1@' }, { holds: 'a' }]) {
        assert.deepEqual(await found(gone), [], JSON.stringify(gone));
      }
      for (const there of [{ search: 'AARON@' }, { holds: 'b' }]) {
        assert.deepEqual(await found(there), [anId(1)], JSON.stringify(there));
      }
      assert.deepEqual(await found({}), [anId(1), anId(2)]);
    });

    it('passes an identity from one user to another in two imports, and refuses to do it in one', async () => {
      const { organisation, users } = stores;
      const identity = anIdentity('x');
      const linked = { identities: [identity] };
      await okOf(organisation.importUsers([aUser(1, linked), aUser(2)], draft));
      for (const swap of [
        [aUser(1), aUser(2, linked)],
        [aUser(2, linked), aUser(1)],
      ])
        assert.deepEqual(await errorOf(organisation.importUsers(swap, draft)), {
          type: 'record-mistakes',
          mistakes: [TAKEN],
        });
      await okOf(organisation.importUsers([aUser(1)], draft));
      await okOf(organisation.importUsers([aUser(2, linked)], draft));
      assert.equal((await okOf(users.rightsOf([{ identity }])))[0]?.userId, anId(2));
    });
  });
}
