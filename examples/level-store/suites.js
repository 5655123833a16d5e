import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditLogContract, permissionStoreContract } from '@ops-admin/core/contracts';
import { aSealer } from '@ops-admin/core/fakes';
import { openLevelStore } from './level-store.js';

/** @import { Runner, StoreSetting } from '@ops-admin/core/contracts' */

/** What core asks of permissions and of a trail. @param {Runner} [runner] */
export function levelStoreSuites(runner) {
  const options = {
    runner,
    /** @param {Opened} opened */
    break: ({ end }) => end(),
    /** @param {Opened} opened */
    reopen: ({ folder }) => openLevelStore(folder, aSealer()),
  };
  permissionStoreContract(open, options);
  auditLogContract(open, options);
}

/** @typedef {Awaited<ReturnType<typeof open>>} Opened */

/** @param {StoreSetting} setting */
async function open({ sealer, users }) {
  const folder = await mkdtemp(join(tmpdir(), 'level-store-'));
  const store = await openLevelStore(folder, sealer);
  await store.addUsers(users);
  const close = async () => {
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { ...store, folder, end: store.close, close };
}
