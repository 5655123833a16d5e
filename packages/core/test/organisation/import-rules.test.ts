import assert from 'node:assert/strict';
import {
  AccessPolicy,
  DEFAULT_ADMIN_PERMISSION,
  type DepartmentToImport,
  PERMISSIONS_PER_USER,
  type UserToImport,
} from '@ops-admin/core';
import { permissionOperations } from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId, aTime, aUser, type OrganisationPorts } from '@ops-admin/testing';
import { assertIncludes, assertSound, errorOf, okOf } from '../assertions.ts';
import { openOrganisation } from '../open-organisation.ts';

describe('An import into an organisation', () => {
  const draft = aDraft({ actor: 'cli:root', source: 'import', action: 'set' });
  let stores: OrganisationPorts;
  beforeEach(() => {
    stores = openOrganisation();
  });
  afterEach(() => assertSound(stores.audit));

  it('is undone by its batch: created users are deactivated, and existing users are restored', async () => {
    const identities = (subject: string) => [{ issuer: 'https://id.example', subject }];
    const whole = { adminPermission: DEFAULT_ADMIN_PERMISSION, keepAdmin: true };
    const before = aUser(1, { permissions: ['service.a'], identities: identities('one') });
    await okOf(stores.organisation.importUsers([before], draft, whole));
    const users = [
      aUser(1, { permissions: ['service.b'], identities: [], emails: ['new@example.org'] }),
      aUser(2, { permissions: ['service.c'], identities: identities('two') }),
    ];
    await okOf(stores.organisation.importUsers(users, { ...draft, batch: 'night' }, whole));
    const { audit, permissions: store, users: directory } = stores;
    const clock = () => new Date(aTime(8));
    const ports = { audit, store, users: directory, clock, policy: new AccessPolicy() };
    const { rows } = await okOf(
      permissionOperations(ports).revert({
        target: { batch: 'night' },
        origin: { actor: 'cli:root', source: 'cli', batch: 'undo' },
      }),
    );
    assert.deepEqual(
      rows.map(({ message, result, userId }) => [userId, result, message]),
      [
        [anId(2), 'reverted', undefined],
        [anId(2), 'reverted', 'deactivated'],
        [anId(1), 'reverted', undefined],
        [anId(1), 'reverted', undefined],
        [anId(1), 'nothing-left', 'an update cannot be undone: the audit log does not have the values'],
      ],
    );
    const [one, two] = [await okOf(directory.find(anId(1))), await okOf(directory.find(anId(2)))];
    assertIncludes(one, { active: true, emails: ['new@example.org'], identities: identities('one') });
    assert.deepEqual([...(one?.permissions ?? [])], ['service.a']);
    // What they hold waits for their return, as that of everybody who is not active.
    assertIncludes(two, { active: false, identities: [] });
    assert.deepEqual([...(two?.permissions ?? [])], ['service.c']);
  });

  it('refuses a department that is its own parent', async () => {
    const result = await stores.organisation.importDepartments(
      [aDepartment(1, { parentId: anId(1) })],
      aDraft(),
    );
    assert.deepEqual(await errorOf(result), { type: 'parent-cycle', cycle: [anId(1)] });
  });

  it('refuses a cycle that includes existing departments', async () => {
    await stores.organisation.importDepartments(
      [aDepartment(1), aDepartment(2, { parentId: anId(1) })],
      aDraft(),
    );
    const result = await stores.organisation.importDepartments(
      [aDepartment(1, { parentId: anId(2) })],
      aDraft(),
    );
    assertIncludes(await errorOf(result), { type: 'parent-cycle' });
    assert.equal((await okOf(stores.departments.list({ start: 1 }))).departments[0]?.parentId, null);
  });

  it('refuses an identity in two records', async () => {
    const identity = { issuer: 'https://id.example', subject: 'x' };
    const user = aUser(1, { identities: [identity, { ...identity }] });
    const error = await errorOf(stores.organisation.importUsers([user], draft));
    const message = `x at https://id.example is given to ${anId(1)}, too`;
    assert.deepEqual(error, {
      type: 'record-mistakes',
      mistakes: [{ id: anId(1), member: 'identities', message }],
    });
    assert.deepEqual(await okOf(stores.users.list()), []);
  });

  it('leaves what a department does not name as it is', async () => {
    const importing = async (given: DepartmentToImport) =>
      (await okOf(stores.organisation.importDepartments([given], aDraft()))).records[0];
    await importing(aDepartment(1));
    await importing(aDepartment(2, { parentId: anId(1) }));
    assertIncludes(await importing({ id: anId(2) }), { result: 'unchanged' });
    assertIncludes(await importing({ id: anId(2), parentId: null }), { lostParent: true });
  });

  it('refuses each code of another department, of the store or the import, in any spelling', async () => {
    const { departments, organisation } = stores;
    await okOf(
      organisation.importDepartments([aDepartment(1, { code: ' Ops\u200b' }), aDepartment(2)], aDraft()),
    );
    const mistakesOf = async (given: readonly DepartmentToImport[], dryRun = false) => {
      const error = await errorOf(organisation.importDepartments(given, aDraft(), { dryRun }));
      assert.ok(error.type === 'record-mistakes');
      return error.mistakes.map(({ id, member }) => [id, member]);
    };
    const given = [
      aDepartment(3, { code: 'OPS' }),
      aDepartment(4, { code: 'new' }),
      aDepartment(5, { code: 'New ' }),
      aDepartment(2, { code: 'ops' }),
      aDepartment(6, { code: '' }),
      aDepartment(7, { code: '' }),
    ];
    const mistakes = [3, 5, 2].map((n) => [anId(n), 'code']);
    for (const dryRun of [true, false]) assert.deepEqual(await mistakesOf(given, dryRun), mistakes);
    assert.equal((await okOf(departments.list({ start: 0 }))).total, 2);
    await okOf(organisation.importDepartments([aDepartment(1, { code: 'OPS' })], aDraft()));
    // Passing a code on takes two imports.
    const swap = [aDepartment(1, { code: 'D2' }), aDepartment(2, { code: 'ops' })];
    assert.deepEqual(
      await mistakesOf(swap),
      [1, 2].map((n) => [anId(n), 'code']),
    );
  });

  it('refuses a user who would hold too many permissions, and writes nothing', async () => {
    const permissions = Array.from({ length: PERMISSIONS_PER_USER + 1 }, (_, n) => `service.m.${n}`);
    const result = await stores.organisation.importUsers([aUser(1), aUser(2, { permissions })], draft);
    const count = PERMISSIONS_PER_USER + 1;
    assert.deepEqual(await errorOf(result), { type: 'too-many-permissions', user: anId(2), count });
    assert.deepEqual(await okOf(stores.users.list()), []);
  });

  describe('with e-mails and names', () => {
    const importing = (users: readonly UserToImport[], dryRun = false) =>
      stores.organisation.importUsers(users, draft, {
        adminPermission: DEFAULT_ADMIN_PERMISSION,
        keepAdmin: true,
        dryRun,
      });
    const refused = async (...users: readonly UserToImport[]) => {
      const before = [await okOf(stores.users.list()), await okOf(stores.audit.list({ limit: 9 }))];
      const error = await errorOf(importing(users));
      assert.deepEqual(await errorOf(importing(users, true)), error);
      assert.deepEqual(
        [await okOf(stores.users.list()), await okOf(stores.audit.list({ limit: 9 }))],
        before,
      );
      assert.ok(error.type === 'record-mistakes');
      return error.mistakes;
    };
    beforeEach(async () => {
      await okOf(importing([aUser(1), aUser(2)]));
    });

    it('refuses an e-mail of another user, also of one in the import, and names that user', async () => {
      const mistakes = await refused(
        aUser(3, { emails: ['new@example.org', 'USER1@example.org'] }),
        aUser(4, { emails: [' New@example.org'] }),
      );
      assert.match(mistakes[0]?.message ?? '', new RegExp(anId(1)));
      assert.match(mistakes[1]?.message ?? '', new RegExp(anId(3)));
    });

    it('refuses a swap of two e-mails, because it judges by the store before the import', async () => {
      const mistakes = await refused(
        aUser(1, { emails: ['user2@example.org'] }),
        aUser(2, { emails: ['user1@example.org'] }),
      );
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
      assert.deepEqual(
        mistakes.map(({ id, member }) => [id, member]),
        [
          [anId(1), 'emails'],
          [anId(2), 'personalInformation'],
        ],
      );
      await okOf(importing([{ id: anId(2), personalInformation: { lastName: 'Cleo' } }]));
    });

    it('creates no user without an e-mail or a name, and writes nothing', async () => {
      const mistakes = await refused(
        aUser(3),
        { id: anId(4), permissions: aUser(4, { permissions: ['service.a'] }).permissions },
        { id: anId(5), emails: [], personalInformation: { name: 'Eve' } },
        { id: anId(6), emails: ['fay@example.org'], personalInformation: { name: ' ' } },
      );
      assert.deepEqual(
        mistakes.map(({ id, member }) => [id, member]),
        [
          [anId(4), 'emails'],
          [anId(4), 'personalInformation'],
          [anId(5), 'emails'],
          [anId(6), 'personalInformation'],
        ],
      );
      for (const { message } of mistakes) assert.match(message, /a new user needs/);
    });
  });
});
