import assert from 'node:assert/strict';
import type { ArchiveDraft, RotationDraft } from '@ops-admin/core';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import {
  AS_IT_COMES,
  anId,
  anIdentity,
  aPersonChange,
  aRequest,
  aSigner,
  aTime,
  aUser,
  changeLink,
  makeChange,
} from '../fixtures.js';
import { assertEach, assertIncludes, assertSound, errorOf, okOf } from './assertions.js';
import { assertRejected, type BadCalls } from './bad-arguments.js';
import { describeFailingStore } from './failing-store.js';
import { itReadsAtOneMoment } from './reads-of-one-moment.js';
import { checkingRunner, runnerOf } from './runner.js';
import { describeStoreOpenedTwice } from './store-opened-twice.js';
import type { OpenedStore, OpenStore, StoreSuiteOptions } from './store-suite.js';

/** What the tests of {@link TrailStore} need. */
type Used = 'audit' | 'integrity' | 'trail' | 'permissions';

/** The tests that every {@link TrailStore} must pass. After each test the trail must be sound. */
export function trailStoreContract<Opened extends OpenedStore<Used>>(
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Used> = {},
): void {
  describeFailingStore('TrailStore', open, options, ({ audit, trail }) => ({
    archive: () => trail.archive({ ...ARCHIVE, firstId: 1, lastId: 1, previous: '', lastDigest: '' }),
    rotate: () => trail.rotate({ ...ROTATION, from: null, to: 'new' }),
    'archives of AuditLog': () => audit.archives(),
    'archivedSets of AuditLog': () => audit.archivedSets('', 1),
  }));
  describeStoreOpenedTwice('TrailStore', open, options, [aUser(1)], (it, both) => {
    it('continues in each from what was written and archived in the other', async () => {
      const [one, other] = both();
      await makeChange(one.permissions, 1, 'add', ['service.a']);
      await makeChange(other.permissions, 1, 'remove', []);
      const archive = await okOf(one.trail.archive(await upTo(one, 2)));
      assert.deepEqual(await okOf(other.audit.archives()), [archive]);
      const entry = await makeChange(other.permissions, 1, 'add', ['service.b']);
      assertIncludes(entry, { id: 3, before: ['service.a'], after: ['service.a', 'service.b'] });
      await assertSound(one.audit, aSigner());
    });
  });

  const { afterEach, beforeEach, describe, it } = checkingRunner(runnerOf(options), () =>
    assertSound(stores.audit, aSigner()),
  );
  let stores: Opened;
  describe('TrailStore contract', () => {
    beforeEach(async () => {
      stores = await open({ users: [1, 2, 3].map((n) => aUser(n)), signer: aSigner() });
      await makeChange(stores.permissions, 1, 'set', ['service.b', 'service.a'], { time: aTime(1) });
      await makeChange(stores.permissions, 2, 'add', ['service.c'], { time: aTime(2) });
      await makeChange(stores.permissions, 1, 'remove', ['service.b'], { time: aTime(3) });
      await makeChange(stores.permissions, 1, 'add', ['service.d'], { time: aTime(4) });
    });
    afterEach(() => stores.close());

    const verify = async () => await okOf(verifyAuditTrail({ audit: stores.audit, verifier: aSigner() }));
    const entries = async () => await okOf(stores.audit.list({ limit: 50 }));

    it('rejects arguments that the types do not allow, and writes nothing', async () => {
      const calls: BadCalls<'audit' | 'trail'> = {
        'archive of nothing': ({ trail }) => trail.archive(),
        'rotate of nothing': ({ trail }) => trail.rotate(),
        'archivedSets of nothing': ({ audit }) => audit.archivedSets(),
      };
      await assertRejected(stores, calls, async (what) => {
        assert.equal((await entries()).length, 4, what);
      });
    });

    itReadsAtOneMoment(it, 'entries with their sets', options, {
      opened: () => stores,
      changes: async () => [{ archive: await upTo(stores, 2) }],
      read: entries,
    });

    describe('archive', () => {
      it('leaves the number of the newest entry, also where it takes every entry', async () => {
        await okOf(stores.trail.archive(await upTo(stores, 4)));
        assert.equal(await okOf(stores.audit.newestId()), 4);
      });

      it('leaves the id of somebody who was erased theirs, also where it takes that entry', async () => {
        const person = { emails: [], personalInformation: { firstName: '', lastName: '', name: '' } };
        const create = {
          action: 'create',
          person: { ...person, departmentId: null },
          permissions: [],
        } as const;
        for (const action of ['deactivate', 'erase'] as const)
          await okOf(stores.permissions.change([aPersonChange(3, { action })], AS_IT_COMES));
        await okOf(stores.trail.archive(await upTo(stores, 6)));
        const again = await okOf(stores.permissions.change([aPersonChange(3, create)], AS_IT_COMES));
        assert.deepEqual(again, [{ type: 'user-exists', user: anId(3), isErased: true }]);
      });

      it('takes the oldest entries out, and notes it', async () => {
        const [, second, third, fourth] = await entries();
        const archive = await okOf(stores.trail.archive(await upTo(stores, 3)));
        assertIncludes(archive, { file: 'old.ndjson', firstId: 1, lastId: 3, reason: 'too long' });
        assert.equal(archive.lastDigest, third?.seal.digest);
        assert.deepEqual(await okOf(stores.audit.archives()), [archive]);
        assert.deepEqual(await entries(), [fourth], 'with the sets before and after');
        const sets = await okOf(stores.audit.archivedSets('', 9));
        assertEach(sets, ({ profile: _, ...set }) => set, [
          { userId: anId(1), entryId: 3, permissions: ['service.a'] },
          { userId: anId(2), entryId: 2, permissions: ['service.c'] },
        ]);
        assert.deepEqual([sets[0]?.profile, sets[1]?.profile], [third?.profile, second?.profile]);
      });

      it('continues the chain, and reports what comes then', async () => {
        await stores.trail.archive(await upTo(stores, 4));
        assertIncludes(await verify(), { entries: 0 });
        const made = [
          await makeChange(stores.permissions, 2, 'remove', ['service.c'], { time: aTime(7) }),
          await makeChange(stores.permissions, 3, 'add', ['service.x'], { time: aTime(7) }),
          await makeChange(stores.permissions, 2, 'add', ['service.y'], { time: aTime(8) }),
        ];
        assertIncludes(made[0], { id: 5, before: ['service.c'], after: [] });
        assert.deepEqual(await entries(), made);
        assertIncludes(await verify(), { entries: 3, head: made[2]?.seal.digest });
        assert.deepEqual(await okOf(stores.integrity.check(aSigner())), []);
        const second = await okOf(stores.trail.archive(await upTo(stores, 6, 5)));
        assertIncludes(second, { firstId: 5, lastId: 6 });
        assert.deepEqual(await entries(), made.slice(2));
        assertEach(await okOf(stores.audit.archivedSets('', 2)), ({ userId }) => userId, [1, 2].map(anId));
        assert.deepEqual(await okOf(stores.audit.archivedSets(anId(2), 2)), [
          { userId: anId(3), entryId: 6, permissions: ['service.x'], profile: made[1]?.profile },
        ]);
        await changeLink(stores.permissions, 1, 'link', anIdentity('a'));
        assertIncludes((await entries()).at(-1), { before: ['service.a', 'service.d'] });
        assert.equal((await verify()).entries, 2);
        assert.deepEqual(await okOf(stores.integrity.check(aSigner())), []);
      });

      it('refuses a part that is not the oldest, or has another end', async () => {
        const draft = await upTo(stores, 3);
        for (const other of [{ firstId: 2 }, { lastId: 2 }, { lastId: 99 }, { lastDigest: 'x' }]) {
          const refused = await stores.trail.archive({ ...draft, ...other });
          assert.deepEqual(await errorOf(refused), { type: 'trail-moved' });
        }
        assert.equal((await entries()).length, 4);
        assert.deepEqual(await okOf(stores.audit.archives()), []);
      });
    });

    describe('rotate', () => {
      /** The keys after the rotation, of which the second was in use before. */
      const keys = aSigner('new', 'key');
      const soundWith = async (verifier: typeof keys) =>
        (await verifyAuditTrail({ audit: stores.audit, verifier })).isOk();

      it('writes an entry about no user, signed with the new key, from which on that is in use', async () => {
        await stores.close();
        stores = await open({ users: [aUser(1)], signer: aSigner('key', 'new') });
        await makeChange(stores.permissions, 1, 'add', ['service.a']);
        const archive = await okOf(stores.trail.archive(await upTo(stores, 1)));
        await makeChange(stores.permissions, 1, 'add', ['service.b']);
        const entry = await okOf(stores.trail.rotate({ ...ROTATION, from: 'key', to: 'new' }));
        assertIncludes(entry, { id: 3, userId: null, action: 'rotate', actor: 'cli:root', reason: 'leaked' });
        assert.deepEqual(entry.requested, ['key', 'new', archive.seal.digest]);
        assert.deepEqual(await okOf(stores.audit.find(3)), entry);
        const { seal } = await makeChange(stores.permissions, 1, 'remove', ['service.b']);
        assert.deepEqual([entry.seal.keyId, seal.keyId], ['new', 'new']);
        assert.equal(await soundWith(keys), true);
        // What the store signs next is by the key in use, whatever the signer's own is.
        const again = await okOf(stores.trail.archive(await upTo(stores, 2, 2)));
        assert.equal(again.seal.keyId, 'new');
        assert.equal(await soundWith(keys), true);
        const back = await okOf(stores.trail.rotate({ ...ROTATION, from: 'new', to: 'key' }));
        assertIncludes(back.seal, { keyId: 'key' });
        assert.equal(await soundWith(aSigner('key', 'new')), false, 'a former key came back');
        await stores.close();
        stores = await open({ users: [], signer: aSigner() });
      });

      it('refuses where the trail is signed with another key', async () => {
        const before = await entries();
        for (const from of ['other', null]) {
          const refused = await stores.trail.rotate({ ...ROTATION, from, to: 'key' });
          assert.deepEqual(await errorOf(refused), { type: 'trail-moved' });
        }
        assert.deepEqual(await entries(), before);
      });
    });

    it('changes nothing without the key in use, and says that it can be tried again', async () => {
      await stores.close();
      stores = await open({ users: [aUser(1)], signer: { ...aSigner(), sign: () => undefined } });
      const request = aRequest(1, 'add', ['service.a']);
      const refused = await errorOf(stores.permissions.change([request], AS_IT_COMES));
      assertIncludes(refused, { type: 'store-unavailable', isBusy: true });
      assert.equal((await okOf(stores.permissions.find(anId(1)))).size, 0);
      assert.deepEqual(await entries(), []);
    });
  });
}

const ARCHIVE = {
  file: 'old.ndjson',
  until: aTime(4),
  time: aTime(9),
  actor: 'cli:root',
  reason: 'too long',
};

const ROTATION: Omit<RotationDraft, 'from' | 'to'> = {
  time: aTime(9),
  actor: 'cli:root',
  source: 'cli',
  reason: 'leaked',
};

async function upTo({ audit }: OpenedStore<'audit'>, lastId: number, firstId = 1): Promise<ArchiveDraft> {
  const [last] = await okOf(audit.records(lastId - 1, 1));
  const end = (await okOf(audit.archives())).at(-1);
  return {
    ...ARCHIVE,
    firstId,
    lastId,
    previous: end?.lastDigest ?? '',
    lastDigest: last?.seal.digest ?? '',
  };
}
