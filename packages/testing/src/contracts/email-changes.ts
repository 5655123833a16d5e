import assert from 'node:assert/strict';
import type { ChangeOptions, ChangeRequest, EmailTaken, Permission } from '@ops-admin/core';
import { AS_IT_COMES, anId, aPersonChange, aSigner, aUser, changePerson } from '../fixtures.js';
import { assertIncludes, assertSameMembers, assertSound, newestEntryId, okOf } from './assertions.js';
import { checkingRunner, runnerOf, type SuiteOptions } from './runner.js';
import type { OpenedStore, OpenStore } from './store-suite.js';

/** The tests that every `PermissionStore` must pass where users are given e-mails: each belongs to one user. */
export function describeEmailChanges(
  open: OpenStore<OpenedStore<'audit' | 'permissions'>>,
  options: SuiteOptions,
): void {
  const { afterEach, beforeEach, describe, it } = checkingRunner(runnerOf(options), () =>
    assertSound(stores.audit, aSigner()),
  );
  let stores: OpenedStore<'audit' | 'permissions'>;
  describe('PermissionStore contract with e-mails', () => {
    const ada = aUser(1, { emails: ['Ada@example.org', 'élan@example.org'] });
    const bob = aUser(2, { active: false });
    let start: number;

    beforeEach(async () => {
      stores = await open({ users: [ada, bob, aUser(3)], signer: aSigner() });
      start = await newestEntryId(stores.audit);
    });
    afterEach(() => stores.close());

    const update = (n: number, ...emails: string[]) =>
      aPersonChange(n, { action: 'update', person: { emails } });
    const create = (n: number, ...emails: string[]) => {
      const { personalInformation } = aUser(n);
      const person = { emails, personalInformation, departmentId: null };
      return aPersonChange(n, { action: 'create', person, permissions: [] as Permission[] });
    };
    const change = async (requests: readonly ChangeRequest[], given: Partial<ChangeOptions> = {}) =>
      await okOf(stores.permissions.change(requests, { ...AS_IT_COMES, ...given }));
    const types = async (...given: Parameters<typeof change>) =>
      (await change(...given)).map(({ type }) => type);
    /** The e-mails of a user, as a change of nothing reports them. */
    const emailsOf = async (n: number) => {
      const [made] = await change([aPersonChange(n, { action: 'update', person: {} })], { dryRun: true });
      return made?.type === 'made' ? made.user?.emails : undefined;
    };
    /** Who has an e-mail, as reported to a user who should get it, too. */
    const isOf = async (email: string) => {
      const [refused] = await change([create(0x99, email)], { dryRun: true });
      return refused?.type === 'email-taken' ? refused.owner.userId : undefined;
    };

    it('refuses an e-mail of another user in any spelling, and says whose it is', async () => {
      const [first = ''] = bob.emails;
      const taken = (email: string, claimant: number): EmailTaken => ({
        type: 'email-taken',
        email,
        owner: { userId: anId(2), email: first, name: bob.personalInformation.name, active: false },
        claimant: anId(claimant),
      });
      for (const email of [first, first.toUpperCase(), ` ${first}\u200b`])
        for (const dryRun of [true, false]) {
          const refused = await change([create(4, 'new@example.org', email), update(1, email)], { dryRun });
          assert.deepEqual(refused, [taken(email, 4), taken(email, 1)]);
        }
      assert.deepEqual(await types([create(4, 'E\u0301LAN@example.org')]), ['email-taken']);
      assert.deepEqual(await emailsOf(1), ada.emails);
      assert.equal(await emailsOf(4), undefined);
      assert.equal(await newestEntryId(stores.audit), start);
    });

    it('lets a user have their own in another spelling, and stores two spellings once', async () => {
      assert.deepEqual(await types([update(1, ' ADA@example.org ', 'ada@EXAMPLE.org', 'a@example.org')]), [
        'made',
      ]);
      assert.deepEqual(await emailsOf(1), ['ADA@example.org', 'a@example.org']);
      assertIncludes((await change([update(1, 'ADA@example.org', 'a@example.org')]))[0], {
        person: 'unchanged',
      });
    });

    it('frees an e-mail that a user has no more, also for those after them in one call', async () => {
      assert.deepEqual(await types([create(4, 'ada@example.org')]), ['email-taken']);
      assert.deepEqual(await types([update(1, 'x@example.org'), create(4, 'ada@example.org')]), [
        'made',
        'made',
      ]);
      assert.deepEqual(await types([update(3, 'ada@example.org', 'élan@example.org')]), ['email-taken']);
      assert.deepEqual(await types([update(3, 'élan@example.org')]), ['made']);
      assert.deepEqual([await isOf('ada@example.org'), await isOf('élan@example.org')], [anId(4), anId(3)]);
    });

    it('frees the e-mails of a user who is erased', async () => {
      const [email = ''] = bob.emails;
      assert.equal(await changePerson(stores.permissions, 2, { action: 'erase' }), 'erased');
      assert.deepEqual(await types([create(4, email)]), ['made']);
      assert.equal(await isOf(email), anId(4));
      assert.deepEqual(
        await types([
          aPersonChange(4, { action: 'deactivate' }),
          aPersonChange(4, { action: 'erase' }),
          create(5, email),
        ]),
        ['made', 'made', 'made'],
      );
      assert.equal(await isOf(email), anId(5));
    });

    it('gives an e-mail to one of those who ask for it concurrently', async () => {
      const spellings = ['new@example.org', 'NEW@example.org', 'New@example.org', ' new@example.org'];
      const requests = [...spellings.map((email, n) => create(n + 4, email)), update(3, 'nEW@example.org')];
      const made = await Promise.all(requests.map(async (request) => (await types([request]))[0]));
      assertSameMembers(made, ['made', ...Array(4).fill('email-taken')]);
      assert.notEqual(await isOf('new@example.org'), undefined);
    });
  });
}
