import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_ADMIN_PERMISSION } from '@ops-admin/core';
import { AS_IT_COMES, anId, aRequest, aSigner, aUser } from '../fixtures.js';
import { assertIncludes, assertSound, errorOf, okOf } from './assertions.js';
import { offered, runnerOf } from './runner.js';
import type { OpenedStore, OpenStore, StoreSetting, StoreSuiteOptions } from './store-suite.js';

type Used = 'audit' | 'permissions';

/** How long a change waits for a lock that it does not get, in milliseconds. */
const SHORT_WAIT_MS = 200;
/** A change with that limit answers within this time, in milliseconds; only a store that ignores the limit takes longer. */
const LONG_WAIT_MS = 10_000;
/** How long a change that is to wait does at least: one that judges before it waits has judged by then. */
const BEGINNING_MS = 100;

/** The tests that every `PermissionStore` must pass where a change waits for another one. */
export function describeWaitingChanges<Opened extends OpenedStore<Used>>(
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Used>,
): void {
  const { afterEach, describe, ...runner } = runnerOf(options);
  const { it, way: holdLock } = offered(runner.it, 'holdLock', options.holdLock);
  describe('PermissionStore contract: a change that waits for another one', () => {
    let stores: Opened;
    const openWith = async (more: Partial<StoreSetting>) => {
      const users = [aUser(1), aUser(2, { permissions: [DEFAULT_ADMIN_PERMISSION] })];
      stores = await open({ users, signer: aSigner(), ...more });
    };
    afterEach(async () => stores?.close());

    const held = async () => [...(await okOf(stores.permissions.find(anId(1))))];
    const request = aRequest(1, 'add', ['service.a']);
    const change = () => stores.permissions.change([request], AS_IT_COMES);

    it('says that the store is busy where it waited in vain, and then it was not made', async () => {
      await openWith({ waitMs: SHORT_WAIT_MS });
      const letGo = await holdLock(stores);
      const start = performance.now();
      try {
        assertIncludes(await errorOf(change()), { type: 'store-unavailable', isBusy: true });
        assert.ok(performance.now() - start < LONG_WAIT_MS, `it was to wait for ${SHORT_WAIT_MS} ms`);
      } finally {
        await letGo();
      }
      assert.deepEqual(await held(), []);
      await okOf(change());
      assert.deepEqual(await held(), ['service.a']);
      await assertSound(stores.audit, aSigner());
    });

    it('judges whether the token has expired once it waits no more', async () => {
      let now = new Date('2026-01-01T00:00:00Z');
      await openWith({ clock: () => now });
      const validUntil = new Date('2026-01-01T00:00:05Z');
      const actor = { userId: anId(2), mustHold: DEFAULT_ADMIN_PERMISSION, validUntil };
      const letGo = await holdLock(stores);
      const asked = stores.permissions.change([request], { ...AS_IT_COMES, actor });
      try {
        await sleep(BEGINNING_MS);
        now = validUntil;
      } finally {
        await letGo();
      }
      const refused = await errorOf(asked);
      // A store need not wait at all.
      if (refused.type === 'store-unavailable') assertIncludes(refused, { isBusy: true });
      else assert.deepEqual(refused, { type: 'actor-refused', reason: 'expired' });
      assert.deepEqual(await held(), []);
    });
  });
}
