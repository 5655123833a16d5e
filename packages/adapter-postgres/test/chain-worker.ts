/**
 * A process that writes to the trail in every way there is: `chain-worker.js URL NAME COUNT`. It says "ready", waits for
 * any message, makes COUNT changes, and sends how many entries it wrote.
 */
import { once } from 'node:events';
import { openDatabase, PostgresPermissionStore } from '@ops-admin/adapter-postgres';
import type { ChangeRequest } from '@ops-admin/core';
import { aDraft, anId, aSealer } from '@ops-admin/core/testing';

const [, , url, name, count] = process.argv as [string, string, string, string, string];
const database = (await openDatabase(url))._unsafeUnwrap();
const store = new PostgresPermissionStore(database, aSealer());
const draft = (given = {}) => ({ ...aDraft({ actor: `cli:${name}` }), ...given });
const give = (user: number, permission: string): ChangeRequest => ({
  userId: anId(user),
  change: (held) => held.replaceWith([...held, permission]),
  draft: draft({ action: 'add', requested: [permission] }),
});

process.send?.('ready');
await once(process, 'message');
let written = 0;
for (let n = 0; n < Number(count); n++) {
  const permission = `service.${name}.n${n % 9}`;
  const batch = [1, 2, 3].map((user) => give(user, permission));
  switch (n % 4) {
    case 0:
      written += (await store.changeAll(batch))._unsafeUnwrap().length;
      break;
    case 1:
      // Both take numbers, and give them back.
      (await store.changeAll(batch, { dryRun: true }))._unsafeUnwrap();
      (await store.changeAll([...batch, give(99, permission)], { atomic: true }))._unsafeUnwrap();
      break;
    default:
      (await store.change(anId(1), (held) => held.remove([`service.${name}.*`]), draft()))._unsafeUnwrap();
      written++;
  }
}
process.send?.(written);
await database.close();
process.disconnect?.();
