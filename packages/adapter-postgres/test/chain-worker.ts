/**
 * A process that writes to the trail in every way there is: `chain-worker.js URL NAME COUNT`. It says "ready", waits for
 * any message, makes COUNT changes, and sends how many entries it wrote.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { openDatabase, postgresStores } from '@ops-admin/adapter-postgres';
import type { ChangeRequest } from '@ops-admin/core';
import { AS_IT_COMES, aRequest, aSignerThat } from '@ops-admin/testing';

const [, , url, name, count] = process.argv as [string, string, string, string, string];
const database = (await openDatabase(url))._unsafeUnwrap();
const signer = aSignerThat((text) => {
  if (text.includes('unsealable')) throw new Error('unsealable');
});
const store = postgresStores(database).sealedBy(signer).permissions;
const draft = { actor: `cli:${name}` };
const give = (user: number, permission: string) => aRequest(user, 'add', [permission], draft);
const change = async (requests: readonly ChangeRequest[], options = {}) =>
  (await store.change(requests, { ...AS_IT_COMES, ...options }))._unsafeUnwrap();

process.send?.('ready');
await once(process, 'message');
let written = 0;
for (let n = 0; n < Number(count); n++) {
  const permission = `service.${name}.n${n % 9}`;
  const batch = [1, 2, 3].map((user) => give(user, permission));
  switch (n % 4) {
    case 0:
      written += (await change(batch)).length;
      break;
    case 1:
      // The first two take no numbers, the last gives them back.
      await change(batch, { dryRun: true });
      await change([...batch, give(99, permission)], { atomic: true });
      await assert.rejects(async () =>
        store.change([...batch, aRequest(1, 'remove', ['unsealable'])], AS_IT_COMES),
      );
      break;
    default:
      written += (await change([aRequest(1, 'remove', [`service.${name}.*`], draft)])).length;
  }
}
process.send?.(written);
await database.close();
process.disconnect?.();
