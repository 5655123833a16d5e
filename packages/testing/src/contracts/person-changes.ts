import assert from 'node:assert/strict';
import {
  type ChangeOptions,
  type ChangeRequest,
  DEFAULT_ADMIN_PERMISSION,
  type EmailTaken,
  type ExternalIdentity,
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

/**
 * The tests that every `PermissionStore` must pass where users are created, updated, activated, deactivated and erased, and where
 * e-mails and identities, of which each belongs to one user, are given and taken.
 */
export function describePersonChanges(
  open: OpenStore<OpenedStore<'audit' | 'permissions'>>,
  options: SuiteOptions,
): void {
  const { afterEach, beforeEach, describe, it } = checkingRunner(runnerOf(options), () =>
    assertSound(stores.audit, aSigner()),
  );
  let stores: OpenedStore<'audit' | 'permissions'>;
  describe('PermissionStore contract with persons', () => {
    const ADMIN = DEFAULT_ADMIN_PERMISSION;
    const first = anIdentity('first');
    const second = anIdentity('second');
    const ada = aUser(1, {
      emails: ['Ada@example.org', 'élan@example.org'],
      permissions: [ADMIN, 'service.a'],
      identities: [first, second],
    });
    const bob = aUser(2, { permissions: [ADMIN] });
    const cleo = aUser(3, { permissions: ['service.a'], active: false });
    const { personalInformation } = aUser(4);
    let start: number;

    beforeEach(async () => {
      stores = await open({ users: [ada, bob, cleo], departments: [aDepartment(7)], signer: aSigner() });
      start = await newestEntryId(stores.audit);
    });
    afterEach(() => stores.close());

    const create = (n: number, emails: readonly string[], ...permissions: string[]) =>
      aPersonChange(n, {
        action: 'create',
        person: { emails, personalInformation, departmentId: anId(7) },
        permissions: permissions as Permission[],
      });
    const update = (n: number, ...emails: string[]) =>
      aPersonChange(n, { action: 'update', person: { emails } });
    const change = (...request: Parameters<typeof aPersonChange>) =>
      changePerson(stores.permissions, ...request);
    const changeAll = async (requests: readonly ChangeRequest[], given: Partial<ChangeOptions> = {}) =>
      await okOf(stores.permissions.change(requests, { ...AS_IT_COMES, ...given }));
    const types = async (...given: Parameters<typeof changeAll>) =>
      (await changeAll(...given)).map(({ type }) => type);
    const link = (n: number, identity: ExternalIdentity) =>
      changeLink(stores.permissions, n, 'link', identity);
    const unlink = (n: number, identity: ExternalIdentity) =>
      changeLink(stores.permissions, n, 'unlink', identity);
    const held = async (n: number) => [...(await okOf(stores.permissions.find(anId(n))))];
    const entries = async () => await okOf(stores.audit.list({ limit: 20, afterId: start }));
    /** The user, as a change of nothing reports them. */
    const shown = async (n: number) => {
      const [made] = await changeAll([aPersonChange(n, { action: 'update', person: {} })], { dryRun: true });
      return made?.type === 'made' ? made.user : undefined;
    };
    /** The owner of an e-mail, as a refusal names them. */
    const emailOwner = async (email: string) => {
      const [refused] = await changeAll([create(0x99, [email])], { dryRun: true });
      return refused?.type === 'email-taken' ? refused.owner.userId : undefined;
    };
    /** The owner of an identity, as a refusal names them. */
    const ownerOf = async (identity: ExternalIdentity) => {
      const [refused] = await changeAll([aLink(3, 'link', identity)], { dryRun: true });
      return refused?.type === 'identity-taken' ? refused.owner : undefined;
    };

    it('creates a user with permissions in one entry, and links them, but never with an id that exists', async () => {
      const [created, linked] = await changeAll([
        create(4, ['new@example.org'], 'service.b'),
        aLink(4, 'link', anIdentity('new')),
      ]);
      assertIncludes(created, { type: 'made', person: 'created', email: 'new@example.org' });
      assertIncludes(linked, { type: 'made', link: 'linked' });
      const [entry] = await entries();
      assertIncludes(entry, { action: 'create', before: [], added: ['service.b'] });
      assert.deepEqual(await held(4), ['service.b']);
      assertIncludes(await shown(4), {
        emails: ['new@example.org'],
        personalInformation,
        departmentId: anId(7),
        active: true,
        identities: [anIdentity('new')],
      });
      assert.deepEqual((await makeChange(stores.permissions, 4, 'add', ['service.c'])).before, ['service.b']);
      assert.deepEqual(await types([create(1, ['other@example.org'])]), ['user-exists']);
    });

    it('makes concurrent changes of several users, and creates one user whom two create once', async () => {
      const requests = [
        create(5, ['five@example.org'], 'service.b'),
        create(5, ['5@example.org']),
        create(6, ['six@example.org'], 'service.c'),
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

    it('replaces the members that an update names, and names them in the entry', async () => {
      const names = { firstName: 'Ada', lastName: 'King', name: 'Ada King' };
      const both = { emails: ['ada@x', 'b@x'], personalInformation: names };
      assert.equal(await change(1, { action: 'update', person: both }), 'updated');
      const moved = { action: 'update', person: { departmentId: anId(7) } } as const;
      assert.equal(await change(1, moved), 'updated');
      assertIncludes(await shown(1), { ...both, departmentId: anId(7), identities: [first, second] });
      assert.equal(await change(1, moved), 'unchanged');
      assertEach(await entries(), ({ action, members, userId }) => [action, userId, members], [
        ['update', anId(1), ['emails', 'personalInformation']],
        ['update', anId(1), ['departmentId']],
      ]);
      assert.deepEqual(await held(1), [ADMIN, 'service.a']);
    });

    it('grants a deactivated user nothing, and keeps their permissions for the activation', async () => {
      assert.equal(await change(1, { action: 'deactivate' }), 'deactivated');
      assert.equal(await change(1, { action: 'deactivate' }), 'already-so');
      assert.deepEqual(await errorOf(stores.permissions.find(anId(1))), {
        type: 'user-not-found',
        user: anId(1),
      });
      assert.deepEqual((await makeChange(stores.permissions, 1, 'add', ['service.b'])).added, ['service.b']);
      assert.equal(await unlink(1, first), 'unlinked');
      assert.equal(await change(1, { action: 'activate' }), 'activated');
      assert.deepEqual(await held(1), [ADMIN, 'service.a', 'service.b']);
      assertEach(await entries(), ({ action }) => action, ['deactivate', 'add', 'unlink', 'activate']);
    });

    it('counts only active admins', async () => {
      const off = (n: number) => aPersonChange(n, { action: 'deactivate' });
      // The third user is granted the permission only after an activation.
      await changeAll([aRequest(3, 'add', [ADMIN]), off(1)]);
      assert.deepEqual(await types([off(2)], { keepAdmin: true }), ['no-admin-left']);
      await change(3, { action: 'activate' });
      assert.deepEqual(await types([off(2)], { keepAdmin: true }), ['made']);
    });

    it('takes everything from a user: the permissions at that time, and each identity', async () => {
      const everything: ChangeRequest = {
        userId: anId(1),
        change: { action: 'everything', keepLinks: false },
        draft: aDraft({ action: 'remove', batch: 'leavers' }),
      };
      const [, made] = await changeAll([aRequest(1, 'add', ['service.new']), everything]);
      assert.ok(made?.type === 'made');
      assert.deepEqual(made.change.removed, [ADMIN, 'service.a', 'service.new']);
      assert.deepEqual(made.unlinked, [first, second]);
      const written = await entries();
      assert.deepEqual(made.entry, written.at(-1));
      assertEach(written, ({ action }) => action, ['add', 'unlink', 'unlink', 'remove']);
      assertIncludes(await shown(1), { identities: [], active: true });
      assert.deepEqual(await held(1), []);
      assert.equal(await link(2, first), 'linked');
    });

    it('erases an inactive user: the id stays in the audit log, e-mails and identities are free', async () => {
      const [email = ''] = cleo.emails;
      assert.equal(await change(1, { action: 'erase' }), 'user-active');
      await link(3, anIdentity('cleo'));
      assert.equal(await change(3, { action: 'erase' }), 'erased');
      assert.equal(await change(3, { action: 'erase' }), 'user-not-found');
      const [linked, erased] = await entries();
      assert.deepEqual(linked?.identity, { issuer: first.issuer });
      assert.equal(linked?.subjectSalt, undefined);
      assertIncludes(erased, { action: 'erase', userId: anId(3), after: [], profile: undefined });
      assert.deepEqual(erased?.removed, ['service.a']);
      assert.equal(await link(2, anIdentity('cleo')), 'linked');
      const again = { type: 'user-exists', user: anId(3), isErased: true };
      assert.deepEqual(await changeAll([create(3, [email])]), [again]);
      assert.deepEqual(await types([create(4, [email])]), ['made']);
      assert.equal(await emailOwner(email), anId(4));
    });

    it('refuses an e-mail of another user in any spelling, and says whose it is', async () => {
      const [email = ''] = cleo.emails;
      const taken = (spelling: string, claimant: number): EmailTaken => ({
        type: 'email-taken',
        email: spelling,
        owner: { userId: anId(3), email, name: cleo.personalInformation.name, active: false },
        claimant: anId(claimant),
      });
      for (const spelling of [email, email.toUpperCase(), ` ${email}\u200b`])
        for (const dryRun of [true, false]) {
          const requests = [create(4, ['new@example.org', spelling]), update(1, spelling)];
          assert.deepEqual(await changeAll(requests, { dryRun }), [taken(spelling, 4), taken(spelling, 1)]);
        }
      assert.deepEqual(await types([create(4, ['E\u0301LAN@example.org'])]), ['email-taken']);
      assert.deepEqual((await shown(1))?.emails, ada.emails);
      assert.equal(await shown(4), undefined);
      assert.deepEqual(await entries(), []);
    });

    it('frees an e-mail that its user loses, also for a later user of the same call', async () => {
      assert.deepEqual(await types([update(1, 'x@example.org'), create(4, ['ada@example.org'])]), [
        'made',
        'made',
      ]);
      assert.deepEqual(await types([update(2, 'ada@example.org')]), ['email-taken']);
      assert.deepEqual(await types([update(2, 'élan@example.org')]), ['made']);
      const owners = [await emailOwner('ada@example.org'), await emailOwner('élan@example.org')];
      assert.deepEqual(owners, [anId(4), anId(2)]);
    });

    it('gives an e-mail to one of those who ask for it concurrently', async () => {
      const spellings = ['new@example.org', 'NEW@example.org', 'New@example.org', ' new@example.org'];
      const requests = [...spellings.map((email, n) => create(n + 4, [email])), update(3, 'nEW@example.org')];
      const made = await Promise.all(requests.map(async (request) => (await types([request]))[0]));
      assertSameMembers(made, ['made', ...Array(4).fill('email-taken')]);
      assert.notEqual(await emailOwner('new@example.org'), undefined);
    });

    it('refuses an identity of another user', async () => {
      assert.deepEqual(await changeAll([aLink(2, 'link', first), aLink(9, 'link', first)]), [
        { type: 'identity-taken', identity: first, owner: anId(1), claimant: anId(2) },
        { type: 'user-not-found', user: anId(9) },
      ]);
      assert.equal(await unlink(2, first), 'already-so');
      assert.equal(await ownerOf(first), anId(1));
    });

    it('compares issuer and subject of an identity exactly', async () => {
      const alike = [
        anIdentity('First'),
        anIdentity('first '),
        anIdentity('first', 'https://id.example/'),
        anIdentity('first', 'https://ID.example'),
        anIdentity('e\u0301'),
        anIdentity('é'),
      ];
      for (const identity of alike) assert.equal(await link(2, identity), 'linked');
      for (const identity of alike) assert.equal(await ownerOf(identity), anId(2));
      assert.equal(await ownerOf(first), anId(1));
      assert.equal(await unlink(1, { issuer: '', subject: '' }), 'already-so');
    });

    it('gives an identity to one of many who ask for it concurrently', async () => {
      const outcomes = await Promise.all([1, 2, 1, 2].map((n) => link(n, anIdentity('a'))));
      assertSameMembers(outcomes, ['linked', 'already-so', 'identity-taken', 'identity-taken']);
    });

    it('links and unlinks in one call, each after those before it, and nothing in a dry run', async () => {
      const requests = [aLink(1, 'unlink', first), aLink(2, 'link', first), aLink(1, 'link', first)];
      for (const dryRun of [true, false]) {
        const outcomes = await changeAll(requests, { dryRun });
        assertEach(outcomes, (one) => (one.type === 'made' ? one.link : one.type), [
          'unlinked',
          'linked',
          'identity-taken',
        ]);
        assert.equal(await ownerOf(first), anId(dryRun ? 1 : 2));
        assert.equal(await ownerOf(second), anId(1));
      }
    });

    it('writes an entry for each link that changed something, and leaves the permissions alone', async () => {
      const identity = anIdentity('a');
      assert.equal(await link(1, identity), 'linked');
      assert.equal(await link(1, identity), 'already-so');
      assert.equal(await unlink(1, first), 'unlinked');
      assert.equal(await unlink(1, first), 'already-so');
      const written = await entries();
      assertEach(written, (entry) => [entry.action, entry.identity], [
        ['link', identity],
        ['unlink', first],
      ]);
      const set = [ADMIN, 'service.a'];
      for (const entry of written) {
        assertIncludes(entry, { userId: anId(1), added: [], removed: [], before: set, after: set });
      }
      assert.deepEqual(await held(1), set);
    });
  });
}
