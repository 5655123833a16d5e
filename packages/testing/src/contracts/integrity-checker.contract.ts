import assert from 'node:assert/strict';
import type { ObjectId } from '@ops-admin/core';
import {
  anId,
  anIdentity,
  aRequest,
  aSigner,
  aUser,
  changeLink,
  changePerson,
  makeChange,
} from '../fixtures.js';
import { assertEach, okOf } from './assertions.js';
import { describeFailingStore } from './failing-store.js';
import { itReadsAtOneMoment } from './reads-of-one-moment.js';
import { offered, runnerOf } from './runner.js';
import type { EndOfIt, OpenedStore, OpenStore, StoreSuiteOptions } from './store-suite.js';

type Used = 'integrity' | 'permissions';

/** A store that the test can tamper with. */
export interface TamperedStore extends OpenedStore<Used> {
  /** Gives a user a set without an entry in the trail. */
  tamper(userId: ObjectId, permissions: readonly string[]): Promise<void> | void;
}

/** How the tests of {@link IntegrityChecker} are run, and what more can go wrong with the store. */
export interface IntegrityCheckerSuiteOptions<Opened> extends StoreSuiteOptions<Opened, Used> {
  /** Gives a user another e-mail, in place of all they have, without an entry. */
  readonly swapEmail?: string | ((opened: Opened, userId: ObjectId, email: string) => Promise<void> | void);
  /** Alters the entries of the trail, or removes them, by a statement of its own: it has to throw or reject. */
  readonly alterTrail?: string | ((opened: Opened, how: 'alter' | 'remove') => unknown);
  /** Adds a trigger, or whatever else the database would run by itself; gives what removes it. */
  readonly addTrigger?: string | ((opened: Opened) => EndOfIt | Promise<EndOfIt>);
  /** Removes a user, but neither e-mails nor identities. */
  readonly removeUser?: string | ((opened: Opened, userId: ObjectId) => Promise<void> | void);
}

/** The tests that every {@link IntegrityChecker} must pass. */
export function integrityCheckerContract<Opened extends TamperedStore>(
  open: OpenStore<Opened>,
  options: IntegrityCheckerSuiteOptions<Opened> = {},
): void {
  describeFailingStore('IntegrityChecker', open, options, ({ integrity }) => ({
    check: () => integrity.check(),
    repair: () => integrity.repair(),
  }));

  const { afterEach, beforeEach, describe, it } = runnerOf(options);
  describe('IntegrityChecker contract', () => {
    let store: Opened;

    beforeEach(async () => {
      const users = [aUser(1), aUser(2), aUser(3, { emails: ['three@example.org', '3@example.org'] })];
      store = await open({ users, signer: aSigner() });
      await makeChange(store.permissions, 1, 'set', ['service.b', 'service.a']);
      await makeChange(store.permissions, 3, 'set', ['"\\ é']);
      await makeChange(store.permissions, 2, 'remove', ['service.none']);
    });
    afterEach(() => store.close());

    const flaws = async () => await okOf(store.integrity.check(aSigner()));
    /** What is derived from what was changed is flawed too, where rows are. */
    const besides = async () => (await flaws()).filter(({ type }) => type !== 'derived');

    it('finds no flaw after changes through the ports, and repairs nothing then', async () => {
      await makeChange(store.permissions, 1, 'remove', ['service.b']);
      await makeChange(store.permissions, 2, 'remove', ['service.none']);
      assert.deepEqual(await flaws(), []);
      await okOf(store.integrity.repair());
      assert.deepEqual(await flaws(), []);
    });

    it('names each user whose set is not that of their newest entry, by identifier', async () => {
      await makeChange(store.permissions, 3, 'remove', ['service.none']);
      await store.tamper(anId(3), []);
      await store.tamper(anId(2), ['service.x']);
      await store.tamper(anId(1), ['service.a', 'service.b']);
      const first = await flaws();
      assert.deepEqual(await flaws(), first, 'a check changes nothing');
      assert.deepEqual(await besides(), [
        {
          type: 'permissions-not-matching-log',
          userId: anId(1),
          held: ['service.a', 'service.b'],
          recorded: ['service.b', 'service.a'],
          entryId: 1,
        },
        {
          type: 'permissions-not-matching-log',
          userId: anId(2),
          held: ['service.x'],
          recorded: [],
          entryId: 3,
        },
        { type: 'permissions-not-matching-log', userId: anId(3), held: [], recorded: ['"\\ é'], entryId: 4 },
      ]);
    });

    it('names permissions that were added or removed without an entry, until a later entry names them', async () => {
      const lost = '"\\ é';
      await store.tamper(anId(1), ['service.b', 'service.a', 'service.users.delete']);
      await store.tamper(anId(3), []);
      await makeChange(store.permissions, 1, 'add', ['service.x']);
      await makeChange(store.permissions, 3, 'add', ['service.c']);
      await makeChange(store.permissions, 1, 'remove', ['service.b', 'service.users.read']);
      const first = { type: 'changes-without-entry', userId: anId(1), entryId: 4, lost: [] };
      const third = { type: 'changes-without-entry', userId: anId(3), entryId: 5, gained: [], lost: [lost] };
      const found = [{ ...first, gained: ['service.users.delete'] }, third];
      assert.deepEqual(await besides(), found);
      await makeChange(store.permissions, 1, 'add', ['service.users.delete']);
      assert.deepEqual(await besides(), [third]);
      await makeChange(store.permissions, 3, 'remove', [lost]);
      assert.deepEqual(await besides(), []);
      await store.tamper(anId(1), ['service.a', 'service.x', 'service.users.delete', 'service.admin.access']);
      await makeChange(store.permissions, 1, 'add', ['service.y']);
      assert.deepEqual(await besides(), [{ ...first, entryId: 9, gained: ['service.admin.access'] }]);
      await makeChange(store.permissions, 1, 'remove', ['service.admin.*']);
      assert.deepEqual(await besides(), []);
    });

    it('names a permission that a new user held without an entry before the next one', async () => {
      const { emails, personalInformation } = aUser(4);
      const person = { emails, personalInformation, departmentId: null };
      await changePerson(store.permissions, 4, { action: 'create', person, permissions: [] });
      await store.tamper(anId(4), ['service.x']);
      await makeChange(store.permissions, 4, 'add', ['service.y']);
      const met = { type: 'changes-without-entry', userId: anId(4), entryId: 5 };
      assert.deepEqual(await besides(), [{ ...met, gained: ['service.x'], lost: [] }]);
    });

    it('names a user without an entry', async () => {
      await store.close();
      store = await open({ users: [aUser(1), aUser(2, { permissions: ['service.a'] })], signer: aSigner() });
      assert.deepEqual(await flaws(), [{ type: 'profile-not-matching-log', userId: anId(1) }]);
      assert.deepEqual(await okOf(store.integrity.check()), [], 'without a digest');
    });

    itReadsAtOneMoment(it, 'what it finds', options, {
      opened: () => store,
      changes: () =>
        Array.from({ length: 30 }, (_, n) => ({ requests: [aRequest(1, 'add', [`service.m${n}`])] })),
      read: flaws,
      state: async () => [...(await okOf(store.permissions.find(anId(1))))],
    });

    const { it: whereOthersWrite, way: alterTrail } = offered(it, 'alterTrail', options.alterTrail);
    for (const how of ['alter', 'remove'] as const) {
      whereOthersWrite(`lets no program ${how} entries`, async () => {
        await assert.rejects(async () => alterTrail(store, how));
        assert.deepEqual(await flaws(), []);
      });
    }

    const { it: whereTriggersAre, way: addTrigger } = offered(it, 'addTrigger', options.addTrigger);
    whereTriggersAre('names code in the database that the store did not make', async () => {
      const remove = await addTrigger(store);
      const found = await flaws();
      await remove();
      assertEach(found, (flaw) => flaw.type, ['foreign']);
      assert.deepEqual(await flaws(), []);
    });

    const { it: whereEmailsAreSwapped, way: swapEmail } = offered(it, 'swapEmail', options.swapEmail);
    whereEmailsAreSwapped(
      'names each user whose profile is not that of the newest entry, whatever was changed since',
      async () => {
        await changeLink(store.permissions, 1, 'link', anIdentity('one'));
        assert.deepEqual(await flaws(), []);
        for (const n of [1, 3]) await swapEmail(store, anId(n), `evil${n}@example.org`);
        const altered = (userId: ObjectId, entryId: number) => ({
          type: 'profile-not-matching-log',
          userId,
          entryId,
        });
        assert.deepEqual(await besides(), [altered(anId(1), 4), altered(anId(3), 2)]);
        await changeLink(store.permissions, 1, 'unlink', anIdentity('one'));
        await makeChange(store.permissions, 3, 'add', ['service.new']);
        assert.deepEqual(await besides(), [altered(anId(1), 5), altered(anId(3), 6)]);
      },
    );

    const { it: whereUsersGo, way: removeUser } = offered(it, 'removeUser', options.removeUser);
    whereUsersGo('counts the rows of a user who is missing', async () => {
      await changeLink(store.permissions, 3, 'link', anIdentity('three'));
      await removeUser(store, anId(3));
      const found = await flaws();
      const named = (name: string) => found.find((flaw) => flaw.type === 'dangling' && flaw.table === name);
      assert.deepEqual(
        [named('user_emails'), named('user_identities')],
        [
          { type: 'dangling', table: 'user_emails', missing: 'users', rows: 2 },
          { type: 'dangling', table: 'user_identities', missing: 'users', rows: 1 },
        ],
      );
    });
  });
}
