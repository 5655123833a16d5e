/**
 * A process that changes the permissions of the first user: `change-worker.js FILE NAME COUNT`. It says "ready", waits
 * for any message, and sends the id of every entry it was given.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@ops-admin/adapter-sqlite';
import { AccessPolicy } from '@ops-admin/core';
import { permissionOperations } from '@ops-admin/core/operations';
import { anId } from '@ops-admin/testing';
import { portsOf } from './open-temporary.ts';

const [, , file, name, count] = process.argv as [string, string, string, string, string];
const database = openDatabase(file)._unsafeUnwrap();
const { audit, permissions: store, users } = portsOf(database);
const operations = permissionOperations({
  store,
  audit,
  users,
  clock: () => new Date(),
  policy: new AccessPolicy(),
});
const origin = { actor: `cli:${name}`, source: 'cli' } as const;

process.send?.('ready');
await once(process, 'message');
for (let n = 0; n < Number(count); n++) {
  // Both workers take and give the shared one; each has others of its own.
  const texts = n % 3 === 0 ? ['service.shared.read'] : [`service.${name}.n${n % 7}`, 'service.shared.read'];
  const action = n % 2 === 0 ? 'add' : 'remove';
  const permissions = action === 'remove' && n % 5 === 0 ? [`service.${name}.*`] : texts;
  const changed = await operations.change({
    action,
    changes: [{ user: anId(1), permissions }],
    origin,
    keepAdmin: false,
  });
  process.send?.(changed._unsafeUnwrap().rows[0]?.entry);
  // SQLite gives the lock to the quicker process again; a pause lets the other have it.
  await sleep(Math.random() * 3);
}
database.close();
process.disconnect?.();
