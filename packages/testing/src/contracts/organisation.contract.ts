import assert from 'node:assert/strict';
import {
  DEFAULT_ADMIN_PERMISSION,
  type DepartmentToImport,
  PERMISSIONS_PER_USER,
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

    it('counts what an import of departments made, altered and left', async () => {
      const first = await stores.organisation.importDepartments([aDepartment(1), aDepartment(2)], draft);
      assert.deepEqual(await okOf(first), {
        summary: { created: 2, updated: 0, unchanged: 0 },
        records: [1, 2].map((n) => ({
          ...{ id: anId(n), result: 'created', members: [], lostParent: false },
          entryId: n,
        })),
      });

      const second = await stores.organisation.importDepartments(
        [aDepartment(1), aDepartment(2, { name: 'Renamed' }), aDepartment(3)],
        draft,
      );
      const { records, summary } = await okOf(second);
      assert.deepEqual(summary, { created: 1, updated: 1, unchanged: 1 });
      assertEach(records, ({ result }) => result, ['unchanged', 'updated', 'created']);
      assert.deepEqual(await departmentNames(), ['Department 3', 'Renamed', 'Department 1']);
    });

    it('counts active admins alone', async () => {
      const { organisation } = stores;
      const options = { adminPermission: DEFAULT_ADMIN_PERMISSION, keepAdmin: true };
      const admin = { permissions: [DEFAULT_ADMIN_PERMISSION] };
      await okOf(organisation.importUsers([aUser(1, admin), aUser(2, { ...admin, active: false })], draft));
      const off = organisation.importUsers([aUser(1, { ...admin, active: false })], draft, options);
      assertIncludes(await errorOf(off), { type: 'import-leaves-no-admin', admins: [anId(1)] });
      await okOf(organisation.importUsers([aUser(2, admin)], draft, options));
      await okOf(organisation.importUsers([aUser(1, { ...admin, active: false })], draft, options));
    });

    it('reports what an import would do where it is a dry run, and writes nothing', async () => {
      const { organisation } = stores;
      const [admin, keep] = [DEFAULT_ADMIN_PERMISSION, { adminPermission: DEFAULT_ADMIN_PERMISSION }];
      await organisation.importDepartments([aDepartment(1)], draft);
      await organisation.importUsers([aUser(1, { permissions: [admin, 'service.a'] })], draft);
      const before = async () => [await okOf(stores.users.list()), await departmentNames(), await trail()];
      const expected = await before();

      const departments = [aDepartment(1, { name: 'Renamed' }), aDepartment(2)];
      const dryDepartments = await okOf(organisation.importDepartments(departments, draft, { dryRun: true }));
      const users = [aUser(1, { permissions: ['service.b'] }), aUser(2)];
      const options = { ...keep, keepAdmin: false };
      const dryUsers = await okOf(organisation.importUsers(users, draft, { ...options, dryRun: true }));
      const refused = organisation.importUsers(users, draft, { ...keep, keepAdmin: true, dryRun: true });
      assertIncludes(await errorOf(refused), { type: 'import-leaves-no-admin' });
      const circle = organisation.importDepartments([aDepartment(1, { parentId: anId(1) })], draft, {
        dryRun: true,
      });
      assertIncludes(await errorOf(circle), { type: 'parent-cycle' });
      assert.deepEqual(await before(), expected);

      const withoutEntries = <Done extends { readonly records: readonly { readonly entryId?: number }[] }>(
        done: Done,
      ) => ({ ...done, records: done.records.map(({ entryId: _, ...record }) => record) });
      const doneDepartments = await okOf(organisation.importDepartments(departments, draft));
      assert.deepEqual(withoutEntries(doneDepartments), dryDepartments);
      const done = await okOf(organisation.importUsers(users, draft, options));
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

    it('writes an entry for each department that it made or altered', async () => {
      const importing = (...given: DepartmentToImport[]) =>
        okOf(stores.organisation.importDepartments(given, draft));
      await importing(aDepartment(1), aDepartment(2));
      const { records } = await importing(
        aDepartment(1),
        { id: anId(2), name: 'New', parentId: anId(1) },
        aDepartment(3),
      );
      assertEach(records, ({ entryId }) => entryId, [undefined, 3, 4]);
      const [, , altered, made] = await trail();
      assert.ok(altered && made);
      const { action, departmentId, members, userId } = altered;
      assert.deepEqual(
        [action, departmentId, members, userId],
        ['department', anId(2), ['name', 'parentId', 'updatedAt'], null],
      );
      assert.deepEqual([made.departmentId, made.members], [anId(3), []]);
    });

    itChangesDepartments(it, () => stores);

    it('leaves alone what a department does not name, and says where it takes a parent', async () => {
      const importing = async (given: DepartmentToImport) =>
        (await okOf(stores.organisation.importDepartments([given], draft))).records[0];
      await importing(aDepartment(1));
      await importing(aDepartment(2, { parentId: anId(1) }));
      assertIncludes(await importing({ id: anId(2) }), { result: 'unchanged' });
      assertIncludes(await importing({ id: anId(2), parentId: null }), { lostParent: true });
    });

    describe('with e-mails and names', () => {
      const options = { adminPermission: DEFAULT_ADMIN_PERMISSION, keepAdmin: true };
      const importing = (users: readonly UserToImport[], dryRun = false) =>
        stores.organisation.importUsers(users, draft, { ...options, dryRun });
      const refused = async (...users: readonly UserToImport[]) => {
        const before = [await okOf(stores.users.list()), await trail()];
        const errors = [await errorOf(importing(users, true)), await errorOf(importing(users))];
        assert.deepEqual(errors[0], errors[1]);
        assert.deepEqual([await okOf(stores.users.list()), await trail()], before);
        const [error] = errors;
        assert.ok(error?.type === 'record-mistakes');
        return error.mistakes;
      };
      const idsAndMembers = (mistakes: Awaited<ReturnType<typeof refused>>) =>
        mistakes.map(({ id, member }) => [id, member]);
      beforeEach(async () => {
        await okOf(importing([aUser(1), aUser(2)]));
      });

      it('refuses each e-mail of another user, of the store or the import, in any spelling', async () => {
        const mistakes = await refused(
          aUser(3, { emails: ['new@example.org', 'USER1@example.org'] }),
          aUser(4, { emails: [' New@example.org'] }),
          aUser(2, { emails: ['user1@example.org\u200b', 'own@example.org'] }),
        );
        assert.deepEqual(idsAndMembers(mistakes), [
          [anId(3), 'emails'],
          [anId(4), 'emails'],
          [anId(2), 'emails'],
        ]);
        assert.match(mistakes[0]?.message ?? '', new RegExp(anId(1)));
        assert.match(mistakes[1]?.message ?? '', new RegExp(anId(3)));
      });

      it('refuses a swap of two e-mails: it judges by the store before the import', async () => {
        const swap = [
          aUser(1, { emails: ['user2@example.org'] }),
          aUser(2, { emails: ['user1@example.org'] }),
        ];
        const mistakes = await refused(...swap);
        assert.deepEqual(
          mistakes.map(({ id }) => id),
          [anId(1), anId(2)],
        );
        for (const { message } of mistakes) assert.match(message, /earlier import/);
        await okOf(importing([aUser(1, { emails: ['x@example.org'] })]));
        await okOf(importing([aUser(2, { emails: ['user1@example.org'] })]));
        assert.equal((await okOf(stores.users.idsByEmail(['USER1@example.org'])))[0], anId(2));
      });

      it('keeps two spellings within one user once', async () => {
        await okOf(importing([aUser(3, { emails: ['A@example.org ', 'a@example.org'] })]));
        assert.deepEqual((await okOf(stores.users.find(anId(3))))?.emails, ['A@example.org']);
        const again = await okOf(importing([aUser(3, { emails: ['A@example.org', 'a@EXAMPLE.org'] })]));
        assert.equal(again.summary.unchanged, 1);
      });

      it('takes neither the last e-mail nor the name of a user', async () => {
        const names = { firstName: '', lastName: ' ', name: '\u200b' };
        const mistakes = await refused(aUser(1, { emails: [] }), aUser(2, { personalInformation: names }));
        assert.deepEqual(idsAndMembers(mistakes), [
          [anId(1), 'emails'],
          [anId(2), 'personalInformation'],
        ]);
        await okOf(importing([{ id: anId(2), personalInformation: { lastName: 'Cleo' } }]));
      });

      it('creates no user without an e-mail or a name, and writes nothing of the import', async () => {
        const mistakes = await refused(
          aUser(3),
          { id: anId(4), permissions: aUser(4, { permissions: ['service.a'] }).permissions },
          { id: anId(5), emails: [], personalInformation: { name: 'Eve' } },
          { id: anId(6), emails: ['fay@example.org'], personalInformation: { name: ' ' } },
        );
        assert.deepEqual(idsAndMembers(mistakes), [
          [anId(4), 'emails'],
          [anId(4), 'personalInformation'],
          [anId(5), 'emails'],
          [anId(6), 'personalInformation'],
        ]);
        for (const { message } of mistakes) assert.match(message, /a new user needs/);
        assert.equal(await okOf(stores.users.find(anId(3))), undefined);
      });
    });

    it('refuses each code of another department, of the store or the import, in any spelling', async () => {
      const { organisation } = stores;
      await okOf(
        organisation.importDepartments([aDepartment(1, { code: ' Ops\u200b' }), aDepartment(2)], draft),
      );
      const mistakesOf = async (given: readonly DepartmentToImport[], dryRun = false) => {
        const error = await errorOf(organisation.importDepartments(given, draft, { dryRun }));
        assert.ok(error.type === 'record-mistakes');
        return error.mistakes.map(({ id, member }) => [id, member]);
      };
      const departments = [
        aDepartment(3, { code: 'OPS' }),
        aDepartment(4, { code: 'new' }),
        aDepartment(5, { code: 'New ' }),
        aDepartment(2, { code: 'ops' }),
        aDepartment(6, { code: '' }),
        aDepartment(7, { code: '' }),
      ];
      for (const dryRun of [true, false])
        assert.deepEqual(
          await mistakesOf(departments, dryRun),
          [3, 5, 2].map((n) => [anId(n), 'code']),
        );
      assert.deepEqual(await departmentNames(), ['Department 2', 'Department 1']);
      await okOf(organisation.importDepartments([aDepartment(1, { code: 'OPS' })], draft));
      // Passing it on takes two imports.
      const swap = [aDepartment(1, { code: 'D2' }), aDepartment(2, { code: 'ops' })];
      assert.deepEqual(
        await mistakesOf(swap),
        [1, 2].map((n) => [anId(n), 'code']),
      );
    });

    it('takes children before their parents', async () => {
      await stores.organisation.importDepartments(
        [aDepartment(2, { parentId: anId(1) }), aDepartment(1)],
        draft,
      );
      assert.deepEqual(await departmentNames(), ['Department 2', 'Department 1']);
    });

    it('counts what an import of users made, altered and left', async () => {
      const first = await stores.organisation.importUsers(
        [aUser(1, { permissions: ['service.a'] }), aUser(2)],
        draft,
      );
      const unheard = {
        removed: [],
        linked: [],
        unlinked: [],
        members: [],
        lostEmails: [],
        lostNames: false,
      };
      const created = { result: 'created' as const, ...unheard };
      assert.deepEqual(await okOf(first), {
        summary: { created: 2, updated: 0, unchanged: 0 },
        records: [
          { ...created, id: anId(1), email: 'user1@example.org', added: ['service.a'], entryId: 1 },
          { ...created, id: anId(2), email: 'user2@example.org', added: [] },
        ],
        leavesNoAdmin: false,
        open: { hasAdmin: false, demotedAdmins: [] },
      });

      const second = await stores.organisation.importUsers(
        [aUser(1, { permissions: ['service.a'] }), aUser(2, { emails: [] }), aUser(3)],
        draft,
      );
      assert.deepEqual((await okOf(second)).summary, { created: 1, updated: 1, unchanged: 1 });
    });

    it('leaves permissions and identities of a user alone if it does not name them', async () => {
      const identities = [{ issuer: 'https://id.example', subject: 'x' }];
      await stores.organisation.importUsers([aUser(1, { permissions: ['service.a'], identities })], draft);
      const { identities: _, permissions: __, ...bare } = aUser(1, { emails: ['new@example.org'] });
      const result = await stores.organisation.importUsers(
        [bare, { ...bare, id: anId(2), emails: ['other@example.org'] }],
        draft,
      );
      assert.deepEqual((await okOf(result)).summary, { created: 1, updated: 1, unchanged: 0 });
      const user = await okOf(stores.users.find(anId(1)));
      assertIncludes(user, { emails: ['new@example.org'], identities });
      assert.deepEqual([...(user?.permissions ?? [])], ['service.a']);
      const [, , update, ...others] = await trail();
      assertIncludes(update, {
        action: 'update',
        members: ['emails'],
        requested: [],
        added: [],
        removed: [],
      });
      assert.deepEqual(others, []);

      const taken = await stores.organisation.importUsers([{ ...aUser(2), identities }, bare], draft);
      assert.deepEqual(await errorOf(taken), { type: 'record-mistakes', mistakes: [TAKEN] });
    });

    it('refuses to remove the last admin when asked to, and writes nothing of the import', async () => {
      const admin = { permissions: ['service.a', DEFAULT_ADMIN_PERMISSION] };
      const keep = { adminPermission: DEFAULT_ADMIN_PERMISSION, keepAdmin: true };
      await stores.organisation.importUsers([aUser(1, admin), aUser(2, admin), aUser(3, admin)], draft, keep);
      const less = [aUser(1), aUser(2)];
      const some = await stores.organisation.importUsers(less, draft, keep);
      assertIncludes(await okOf(some), { leavesNoAdmin: false });

      const last = await stores.organisation.importUsers([...less, aUser(3), aUser(4)], draft, keep);
      assert.deepEqual(await errorOf(last), { type: 'import-leaves-no-admin', admins: [anId(3)] });
      assert.equal(await okOf(stores.users.find(anId(4))), undefined);
      const passed = await stores.organisation.importUsers([aUser(3), aUser(4, admin)], draft, keep);
      assert.equal(passed.isOk(), true);

      const forced = await stores.organisation.importUsers([aUser(4)], draft, { ...keep, keepAdmin: false });
      assertIncludes(await okOf(forced), { leavesNoAdmin: true });
    });

    it('gives the last entry of each user', async () => {
      const identities = [{ issuer: 'https://id.example', subject: 'x' }];
      const made = [aUser(1, { identities, permissions: ['service.a'] }), aUser(2)];
      const first = await stores.organisation.importUsers(made, draft);
      assertEach((await okOf(first)).records, ({ entryId }) => entryId, [2, undefined]);
      const second = await stores.organisation.importUsers([aUser(1, { permissions: ['service.a'] })], draft);
      assertIncludes((await okOf(second)).records[0], { unlinked: identities, entryId: 3 });
    });

    it('gives the id of somebody who was erased to nobody, and writes nothing of the import', async () => {
      const { organisation, permissions, users } = stores;
      await okOf(organisation.importUsers([aUser(1, { active: false }), aUser(2)], draft));
      await okOf(permissions.change([aPersonChange(1, { action: 'erase' })], AS_IT_COMES));
      const refused = { type: 'user-exists', user: anId(1), isErased: true };
      for (const dryRun of [true, false]) {
        const how = { adminPermission: DEFAULT_ADMIN_PERMISSION, keepAdmin: true, dryRun };
        const again = organisation.importUsers([aUser(3), aUser(1)], draft, how);
        assert.deepEqual(await errorOf(again), refused);
      }
      assertEach(await okOf(users.list()), ({ id }) => id, [anId(2)]);
    });

    it('writes an entry for each user whose permissions an import changed', async () => {
      await stores.organisation.importUsers(
        [aUser(1, { permissions: ['service.a', 'service.b'] }), aUser(2)],
        draft,
      );
      await stores.organisation.importUsers(
        [aUser(1, { permissions: ['service.b', 'service.c'], emails: [] })],
        { ...draft, time: aTime(7) },
      );
      await stores.organisation.importUsers([aUser(1, { permissions: ['service.b', 'service.c'] })], draft);

      const [made, update, altered, ...others] = await trail();
      assertIncludes(update, { action: 'update', members: ['emails'] });
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
      assertEach(others, ({ action }) => action, ['update']);
    });

    it('keeps department and state, which a record need not name, and says what it changed of them', async () => {
      const [person, state] = [{ departmentId: anId(9) }, { active: false }];
      await stores.organisation.importUsers([aUser(1)], draft);
      const { active: _, departmentId: __, ...bare } = aUser(1);
      await stores.organisation.importUsers([{ ...bare, ...person, ...state }], draft);
      await stores.organisation.importUsers([bare], draft);
      assertIncludes(await okOf(stores.users.find(anId(1))), { ...person, ...state });
      const said = (await trail()).map(({ action, members }) => [action, members]);
      assert.deepEqual(said, [
        ['update', ['departmentId']],
        ['deactivate', undefined],
      ]);
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

    it('writes an entry for each identity that an import gave or took, before that of the permissions', async () => {
      const [one, two, three] = ['1', '2', '3'].map((subject) => ({ issuer: 'https://id.example', subject }));
      const identities = (...some: (typeof one)[]) => some.flatMap((identity) => identity ?? []);
      await stores.organisation.importUsers([aUser(1, { identities: identities(one, two) })], draft);
      await stores.organisation.importUsers(
        [aUser(1, { identities: identities(three, two), permissions: ['service.a'] })],
        draft,
      );
      await stores.organisation.importUsers(
        [aUser(1, { identities: identities(two, three), permissions: ['service.a'] })],
        draft,
      );
      const entries = await trail();
      assertEach(entries, ({ action, identity }) => [action, identity?.subject], [
        ['link', '1'],
        ['link', '2'],
        ['unlink', '1'],
        ['link', '3'],
        ['set', undefined],
      ]);
      assertIncludes(entries[3], { source: 'import', requested: [], before: [], after: [] });
    });

    it('refuses a user who would hold too many permissions, and writes nothing of the import', async () => {
      const permissions = Array.from({ length: PERMISSIONS_PER_USER + 1 }, (_, n) => `service.m.${n}`);
      const result = await stores.organisation.importUsers([aUser(1), aUser(2, { permissions })], draft);
      assert.deepEqual(await errorOf(result), {
        type: 'too-many-permissions',
        user: anId(2),
        count: PERMISSIONS_PER_USER + 1,
      });
      assert.deepEqual(await okOf(stores.users.list()), []);
    });

    it('passes an identity from one user to another in two imports, and refuses to do it in one', async () => {
      const identities = [{ issuer: 'https://id.example', subject: 'x' }];
      await stores.organisation.importUsers([aUser(1, { identities }), aUser(2)], draft);
      for (const users of [
        [aUser(1), aUser(2, { identities })],
        [aUser(2, { identities }), aUser(1)],
      ]) {
        const refused = await stores.organisation.importUsers(users, draft);
        assert.deepEqual(await errorOf(refused), { type: 'record-mistakes', mistakes: [TAKEN] });
      }
      await okOf(stores.organisation.importUsers([aUser(1)], draft));
      await okOf(stores.organisation.importUsers([aUser(2, { identities })], draft));
      assert.equal(
        (await okOf(stores.users.rightsOf(identities.map((identity) => ({ identity })))))[0]?.userId,
        anId(2),
      );
    });
  });
}
