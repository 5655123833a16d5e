import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aSigner } from '@ops-admin/testing';
import { auditLogContract, permissionStoreContract } from '@ops-admin/testing/contracts';
import { openLevelStore, takeTurn } from './level-store.js';

/** @import { Runner, StoreSetting } from '@ops-admin/testing/contracts' */

/** What core asks of permissions and of a trail. @param {Runner} [runner] */
export function levelStoreSuites(runner) {
  const options = {
    runner,
    /** @param {Opened} opened */
    break: ({ end }) => end(),
    /** @param {Opened} opened */
    reopen: ({ folder }) => openLevelStore(folder, aSigner()),
    /** @param {Opened} opened @param {number} writesBefore */
    failDuringChange: async ({ db }, writesBefore) => {
      let left = writesBefore;
      const fail = () => {
        if (left-- === 0) throw new Error('the disk is full');
      };
      db.hooks.prewrite.add(fail);
      return () => db.hooks.prewrite.delete(fail);
    },
    /** @param {Opened} opened */
    holdLock: async ({ folder }) => (await takeTurn(folder)) ?? assert.fail('no turn'),
  };
  permissionStoreContract(open, options);
  auditLogContract(open, options);
}

/** @typedef {Awaited<ReturnType<typeof open>>} Opened */

/** @param {StoreSetting} setting */
async function open({ signer, users, ...options }) {
  const folder = await mkdtemp(join(tmpdir(), 'level-store-'));
  const store = await openLevelStore(folder, signer, options);
  await store.addUsers(users);
  const close = async () => {
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { ...store, folder, end: store.close, close };
}
