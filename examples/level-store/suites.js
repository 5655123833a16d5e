import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aSigner } from '@ops-admin/testing';
import { auditLogContract, permissionStoreContract } from '@ops-admin/testing/contracts';
import { openLevelStore } from './level-store.js';

/** @import { Runner, StoreSetting } from '@ops-admin/testing/contracts' */

/** What core asks of permissions and of a trail. @param {Runner} [runner] */
export function levelStoreSuites(runner) {
  const options = {
    runner,
    /** @param {Opened} opened */
    break: ({ end }) => end(),
    /** @param {Opened} opened */
    reopen: ({ folder }) => openLevelStore(folder, aSigner()),
  };
  permissionStoreContract(open, options);
  auditLogContract(open, options);
}

/** @typedef {Awaited<ReturnType<typeof open>>} Opened */

/** @param {StoreSetting} setting */
async function open({ signer, users }) {
  const folder = await mkdtemp(join(tmpdir(), 'level-store-'));
  const store = await openLevelStore(folder, signer);
  await store.addUsers(users);
  const close = async () => {
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { ...store, folder, end: store.close, close };
}
