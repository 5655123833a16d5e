import assert from 'node:assert/strict';
import type { RotationDraft } from '@ops-admin/core';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import { AS_IT_COMES, anId, aRequest, aSigner, aTime, aUser, makeChange } from '../fixtures.js';
import { assertIncludes, assertSound, errorOf, okOf } from './assertions.js';
import { assertRejected, type BadCalls } from './bad-arguments.js';
import { describeFailingStore } from './failing-store.js';
import { checkingRunner, runnerOf } from './runner.js';
import { describeStoreOpenedTwice } from './store-opened-twice.js';
import type { OpenedStore, OpenStore, StoreSuiteOptions } from './store-suite.js';

type Used = 'audit' | 'trail' | 'permissions';

/** The tests that every {@link TrailStore} must pass. After each test the trail must be sound. */
export function trailStoreContract<Opened extends OpenedStore<Used>>(
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Used> = {},
): void {
  describeFailingStore('TrailStore', open, options, ({ trail }) => ({
    rotate: () => trail.rotate({ ...ROTATION, from: null, to: 'new' }),
  }));
  describeStoreOpenedTwice('TrailStore', open, options, [aUser(1)], (it, both) => {
    it('continues in each opening from what the other wrote', async () => {
      const [one, other] = both();
      await makeChange(one.permissions, 1, 'add', ['service.a']);
      await makeChange(other.permissions, 1, 'remove', []);
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

    const entries = async () => await okOf(stores.audit.list({ limit: 50 }));

    it('rejects arguments that the types do not allow, and writes nothing', async () => {
      const calls: BadCalls<'audit' | 'trail'> = {
        'rotate of nothing': ({ trail }) => trail.rotate(),
      };
      await assertRejected(stores, calls, async (what) => {
        assert.equal((await entries()).length, 4, what);
      });
    });

    describe('rotate', () => {
      /** The keys after the rotation, of which the second was in use before. */
      const keys = aSigner('new', 'key');
      const soundWith = async (verifier: typeof keys) =>
        (await verifyAuditTrail({ audit: stores.audit, verifier })).isOk();

      it('writes an entry without a user, signed with the new key, which is in use from then on', async () => {
        await stores.close();
        stores = await open({ users: [aUser(1)], signer: aSigner('key', 'new') });
        await makeChange(stores.permissions, 1, 'add', ['service.a']);
        await makeChange(stores.permissions, 1, 'add', ['service.b']);
        const entry = await okOf(stores.trail.rotate({ ...ROTATION, from: 'key', to: 'new' }));
        assertIncludes(entry, { id: 3, userId: null, action: 'rotate', actor: 'cli:root', reason: 'leaked' });
        assert.deepEqual(entry.requested, ['key', 'new']);
        assert.deepEqual(await okOf(stores.audit.find(3)), entry);
        const { seal } = await makeChange(stores.permissions, 1, 'remove', ['service.b']);
        assert.deepEqual([entry.seal.keyId, seal.keyId], ['new', 'new']);
        assert.equal(await soundWith(keys), true);
        const back = await okOf(stores.trail.rotate({ ...ROTATION, from: 'new', to: 'key' }));
        assertIncludes(back.seal, { keyId: 'key' });
        assert.equal(await soundWith(aSigner('key', 'new')), false, 'a former key came back');
        await stores.close();
        stores = await open({ users: [], signer: aSigner() });
      });

      it('refuses if the newest entry is signed with another key', async () => {
        const before = await entries();
        for (const from of ['other', null]) {
          const refused = await stores.trail.rotate({ ...ROTATION, from, to: 'key' });
          assert.deepEqual(await errorOf(refused), { type: 'trail-moved' });
        }
        assert.deepEqual(await entries(), before);
      });
    });

    it('changes nothing without the key in use, and says that a retry can succeed', async () => {
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

const ROTATION: Omit<RotationDraft, 'from' | 'to'> = {
  time: aTime(9),
  actor: 'cli:root',
  source: 'cli',
  reason: 'leaked',
};
