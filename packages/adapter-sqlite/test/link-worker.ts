/**
 * A process that links the same identities as others do: `link-worker.js FILE USER COUNT`. It says "ready", waits for
 * any message, and sends what came of each.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@ops-admin/adapter-sqlite';
import { anIdentity, changeLink } from '@ops-admin/testing';
import { portsOf } from './open-temporary.ts';

const [, , file, user, count] = process.argv as [string, string, string, string, string];
const database = openDatabase(file)._unsafeUnwrap();
const { permissions } = portsOf(database);

process.send?.('ready');
await once(process, 'message');
for (let n = 0; n < Number(count); n++) {
  process.send?.(await changeLink(permissions, Number(user), 'link', anIdentity(`subject${n}`)));
  // SQLite gives the lock to the quicker process again; a pause lets the other have it.
  await sleep(Math.random() * 3);
}
database.close();
process.disconnect?.();
