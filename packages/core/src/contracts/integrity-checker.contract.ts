import { expect } from 'chai';
import { aDraft, anId, anIdentity, aUser, makeChange } from '../fakes/fixtures.js';
import type { OrganisationPorts } from '../fakes/in-memory-organisation.js';
import type { ObjectId } from '../index.js';

/** An empty organisation whose store the test may tamper with. */
export interface TamperedOrganisation extends OrganisationPorts {
  close(): Promise<void>;
  /** Gives a user a set past the trail. */
  tamper(userId: ObjectId, permissions: readonly string[]): Promise<void> | void;
  /** Removes a user, but neither e-mails nor identities; missing where the store cannot come to that. */
  removeUser?(userId: ObjectId): Promise<void> | void;
  /** Keeps a whole set of a user with an entry that need not be theirs, or be there; missing where sets are no rows. */
  keepSet?(userId: ObjectId, entryId: number, permissions: readonly string[]): Promise<void> | void;
}

/** What every {@link IntegrityChecker} keeps to. */
export function integrityCheckerContract(open: () => Promise<TamperedOrganisation>): void {
  describe('IntegrityChecker contract', () => {
    let store: TamperedOrganisation;

    beforeEach(async () => {
      store = await open();
      const users = [
        aUser(1, { permissions: ['service.b', 'service.a'] }),
        aUser(2),
        aUser(3, {
          emails: ['three@example.org', '3@example.org'],
          identities: [anIdentity('three')],
          permissions: ['"\\ é \0'],
        }),
      ];
      (await store.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
    });
    afterEach(() => store.close());

    const flaws = async () => (await store.integrity.check())._unsafeUnwrap();

    it('finds no flaw in a store that was changed through its ports', async () => {
      await makeChange(store.permissions, 1, 'remove', ['service.b']);
      await makeChange(store.permissions, 2, 'remove', ['service.none']);
      expect(await flaws()).to.deep.equal([]);
    });

    it('names each user who does not hold what the newest entry left them, by identifier', async () => {
      await makeChange(store.permissions, 3, 'remove', ['service.none']);
      await store.tamper(anId(3), []);
      await store.tamper(anId(2), ['service.x']);
      await store.tamper(anId(1), ['service.a', 'service.b']);
      expect(await flaws()).to.deep.equal([
        {
          type: 'unlike-the-trail',
          userId: anId(1),
          held: ['service.a', 'service.b'],
          recorded: ['service.b', 'service.a'],
          entryId: 1,
        },
        { type: 'unlike-the-trail', userId: anId(2), held: ['service.x'], recorded: [] },
        { type: 'unlike-the-trail', userId: anId(3), held: [], recorded: ['"\\ é \0'], entryId: 4 },
      ]);
    });

    it('counts what belongs to a user who is missing', async function () {
      if (!store.removeUser) this.skip();
      await store.removeUser(anId(3));
      expect(await flaws()).to.have.deep.members([
        { type: 'dangling', table: 'user_emails', missing: 'users', rows: 2 },
        { type: 'dangling', table: 'user_identities', missing: 'users', rows: 1 },
      ]);
    });

    it('counts kept sets that no entry of the user comes with, and that would pass for the trail', async function () {
      if (!store.keepSet) this.skip();
      // Entry 1 is of the first user, and there is none with the number 99.
      await store.keepSet(anId(2), 1, ['service.x']);
      await store.keepSet(anId(1), 99, ['service.x']);
      await store.tamper(anId(2), ['service.x']);
      await store.tamper(anId(1), ['service.x']);
      expect(await flaws()).to.deep.equal([
        { type: 'dangling', table: 'audit_sets', missing: 'audit_entries', rows: 2 },
      ]);
    });
  });
}
