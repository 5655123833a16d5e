import assert from 'node:assert/strict';
import {
  type ChangeOptions,
  type ChangeRequest,
  DEFAULT_ADMIN_PERMISSION,
  type Permission,
} from '@ops-admin/core';
import {
  AS_IT_COMES,
  aDepartment,
  aDraft,
  aLink,
  anId,
  anIdentity,
  aPersonChange,
  aRequest,
  aSigner,
  aUser,
  changeLink,
  changePerson,
  makeChange,
} from '../fixtures.js';
import {
  assertEach,
  assertIncludes,
  assertSameMembers,
  assertSound,
  errorOf,
  newestEntryId,
  okOf,
} from './assertions.js';
import { checkingRunner, runnerOf, type SuiteOptions } from './runner.js';
import type { OpenedStore, OpenStore } from './store-suite.js';

/** The tests that every `PermissionStore` must pass where users are created, updated, activated, deactivated and erased. */
export function describePersonChanges(
  open: OpenStore<OpenedStore<'audit' | 'permissions'>>,
  options: SuiteOptions,
): void {
  const { afterEach, beforeEach, describe, it } = checkingRunner(runnerOf(options), () =>
    assertSound(stores.audit, aSigner()),
  );
  let stores: OpenedStore<'audit' | 'permissions'>;
  describe('PermissionStore contract with the life of a user', () => {
    const ADMIN = DEFAULT_ADMIN_PERMISSION;
    const identity = anIdentity('ann');
    const users = [
      aUser(1, { permissions: [ADMIN, 'service.a'], identities: [identity] }),
      aUser(2, { permissions: [ADMIN] }),
      aUser(3, { permissions: ['service.a'], active: false }),
    ];
    const { emails, personalInformation } = aUser(4);
    const person = { emails, personalInformation, departmentId: anId(7) };
    const create = (...permissions: string[]) =>
      ({ action: 'create', person, permissions: permissions as Permission[] }) as const;
    let start: number;

    beforeEach(async () => {
      stores = await open({ users, departments: [aDepartment(7)], signer: aSigner() });
      start = await newestEntryId(stores.audit);
    });
    afterEach(() => stores.close());

    const change = (...request: Parameters<typeof aPersonChange>) =>
      changePerson(stores.permissions, ...request);
    const changeAll = async (requests: readonly ChangeRequest[], given: Partial<ChangeOptions> = {}) =>
      await okOf(stores.permissions.change(requests, { ...AS_IT_COMES, ...given }));
    const types = async (...given: Parameters<typeof changeAll>) =>
      (await changeAll(...given)).map(({ type }) => type);
    const held = async (n: number) => [...(await okOf(stores.permissions.find(anId(n))))];
    const entries = async () =>
      (await okOf(stores.audit.list({ limit: 20, afterId: start }))).map(({ action, userId, members }) => [
        action,
        userId,
        ...(members ? [members] : []),
      ]);
    /** Who the user is now, as a change of nothing reports them. */
    const shown = async (n: number) => {
      const [made] = await changeAll([aPersonChange(n, { action: 'update', person: {} })], { dryRun: true });
      return made?.type === 'made' ? made.user : undefined;
    };

    it('creates a user with what they hold, in one entry, and links them', async () => {
      const [created, linked] = await changeAll([
        aPersonChange(4, create('service.b')),
        aLink(4, 'link', anIdentity('new')),
      ]);
      assertIncludes(created, { type: 'made', person: 'created', email: emails[0] });
      assertIncludes(linked, { type: 'made', link: 'linked' });
      const [entry] = await okOf(stores.audit.list({ limit: 1, afterId: start }));
      assertIncludes(entry, { action: 'create', before: [] });
      assert.deepEqual(entry?.added, ['service.b']);
      assert.deepEqual(await held(4), ['service.b']);
      assertIncludes(await shown(4), { ...person, active: true, identities: [anIdentity('new')] });
      assert.deepEqual((await makeChange(stores.permissions, 4, 'add', ['service.c'])).before, ['service.b']);
    });

    it('creates nobody with an id or an identity that somebody has', async () => {
      assert.equal(await change(1, create()), 'user-exists');
      const requests = [aPersonChange(4, create()), aLink(4, 'link', identity)];
      assert.deepEqual(await types(requests, { atomic: true }), ['made', 'identity-taken']);
      assert.deepEqual(
        await types([aPersonChange(4, create()), aPersonChange(4, create())], { dryRun: true }),
        ['made', 'user-exists'],
      );
      assertIncludes(await errorOf(stores.permissions.find(anId(4))), { type: 'user-not-found' });
    });

    it('makes changes of several users at once, and creates one whom two create once', async () => {
      const requests = [
        aPersonChange(5, create('service.b')),
        aPersonChange(5, create()),
        aPersonChange(6, { ...create('service.c'), person: { ...person, emails: ['six@example.org'] } }),
        aPersonChange(3, { action: 'activate' }),
        aPersonChange(2, { action: 'deactivate' }),
      ];
      const made = await Promise.all(requests.map(async (request) => (await types([request]))[0]));
      assertSameMembers(made, ['made', 'user-exists', 'made', 'made', 'made']);
      assert.deepEqual(await held(6), ['service.c']);
      assert.equal((await shown(3))?.active, true);
      assert.equal((await shown(2))?.active, false);
      assert.equal((await entries()).length, 4);
    });

    it('replaces what an update names as a whole, and names it in the entry', async () => {
      const names = { firstName: 'Ada', lastName: 'King', name: 'Ada King' };
      assert.equal(
        await change(1, {
          action: 'update',
          person: { emails: ['ada@x', 'b@x'], personalInformation: names },
        }),
        'updated',
      );
      assert.equal(await change(1, { action: 'update', person: { departmentId: anId(7) } }), 'updated');
      assertIncludes(await shown(1), {
        emails: ['ada@x', 'b@x'],
        personalInformation: names,
        departmentId: anId(7),
        identities: [identity],
      });
      assert.equal(await change(1, { action: 'update', person: { departmentId: anId(7) } }), 'unchanged');
      assert.deepEqual(await entries(), [
        ['update', anId(1), ['emails', 'personalInformation']],
        ['update', anId(1), ['departmentId']],
      ]);
      assert.deepEqual(await held(1), [ADMIN, 'service.a']);
    });

    it('takes all rights of who is deactivated, and gives them back with the activation', async () => {
      assert.equal(await change(1, { action: 'deactivate' }), 'deactivated');
      assert.equal(await change(1, { action: 'deactivate' }), 'already-so');
      assert.deepEqual(await errorOf(stores.permissions.find(anId(1))), {
        type: 'user-not-found',
        user: anId(1),
      });
      assert.deepEqual((await makeChange(stores.permissions, 1, 'add', ['service.b'])).added, ['service.b']);
      assert.equal(await changeLink(stores.permissions, 1, 'unlink', identity), 'unlinked');
      assert.equal(await change(1, { action: 'activate' }), 'activated');
      assert.deepEqual(await held(1), [ADMIN, 'service.a', 'service.b']);
      assertEach(await entries(), ([action]) => action, ['deactivate', 'add', 'unlink', 'activate']);
    });

    it('refuses an actor who is not active', async () => {
      const actor = { userId: anId(1), mustHold: ADMIN };
      const asked = () => stores.permissions.change([aRequest(2, 'add', ['x'])], { ...AS_IT_COMES, actor });
      await okOf(asked());
      await change(1, { action: 'deactivate' });
      assert.deepEqual(await errorOf(asked()), { type: 'actor-refused', reason: 'unknown' });
    });

    it('counts active admins alone, whatever takes or gives their rights', async () => {
      const careful = { keepAdmin: true };
      const off = (n: number) => aPersonChange(n, { action: 'deactivate' });
      const on = (n: number) => aPersonChange(n, { action: 'activate' });
      for (const dryRun of [true, false]) {
        const outcomes = await changeAll([off(1), off(2), aRequest(2, 'remove', [ADMIN])], {
          ...careful,
          dryRun,
        });
        assertEach(outcomes, ({ type }) => type, ['made', 'no-admin-left', 'no-admin-left']);
      }
      // An inactive user who gets the permission is not another admin until activated.
      const given = await changeAll([aRequest(3, 'add', [ADMIN])]);
      assertIncludes(given[0], { makesAdmin: false });
      assert.deepEqual(await types([off(2)], careful), ['no-admin-left']);
      const [on3] = await changeAll([on(3), off(2)], careful);
      assertIncludes(on3, { makesAdmin: true });
      const [last] = await changeAll([off(3)]);
      assertIncludes(last, { leavesNoAdmin: true });
    });

    describe('from which everything is taken', () => {
      const take = (n: number, batch: string, keepLinks = false): ChangeRequest => ({
        userId: anId(n),
        change: { action: 'everything', keepLinks },
        draft: aDraft({ action: 'remove', batch }),
      });

      it('takes what they hold by then and each identity, in one call, and says so', async () => {
        const other = anIdentity('other');
        await changeLink(stores.permissions, 1, 'link', other);
        const [, made] = await changeAll([aRequest(1, 'add', ['service.new']), take(1, 'leavers')], {
          keepAdmin: true,
        });
        assert.ok(made?.type === 'made');
        assert.deepEqual(made.change.removed, [ADMIN, 'service.a', 'service.new']);
        assert.deepEqual(made.unlinked, [identity, other]);
        assertIncludes(made.entry, { action: 'remove', batch: 'leavers' });
        assert.deepEqual(made.entry?.requested, made.change.removed);
        assert.deepEqual((await entries()).slice(2), [
          ['unlink', anId(1)],
          ['unlink', anId(1)],
          ['remove', anId(1), ['permissions', 'identities']],
        ]);
        assertIncludes(await shown(1), { identities: [], active: true });
        assert.deepEqual(await held(1), []);
        // What they had is free.
        assert.equal(await changeLink(stores.permissions, 2, 'link', identity), 'linked');
      });
    });

    it('erases who is not active: the id stays in the trail, and what is beside it goes', async () => {
      assert.equal(await change(1, { action: 'erase' }), 'user-active');
      await changeLink(stores.permissions, 3, 'link', anIdentity('cleo'));
      assert.equal(await change(3, { action: 'erase' }), 'erased');
      assert.equal(await change(3, { action: 'erase' }), 'user-not-found');
      const [linked, erased] = await okOf(stores.audit.list({ limit: 5, afterId: start }));
      assert.deepEqual(linked?.identity, { issuer: identity.issuer });
      assert.equal(linked?.subjectSalt, undefined);
      assertIncludes(erased, { action: 'erase', userId: anId(3), after: [], profile: undefined });
      assert.deepEqual(erased?.removed, ['service.a']);
      // What they had is free, but nobody else gets the id.
      assert.equal(await changeLink(stores.permissions, 2, 'link', anIdentity('cleo')), 'linked');
      const again = { type: 'user-exists', user: anId(3), isErased: true };
      assert.deepEqual(await changeAll([aPersonChange(3, create('service.z'))]), [again]);
    });
  });
}
