/**
 * A process that changes the permissions of the first user: `change-worker.js FILE NAME COUNT`. It says "ready", waits
 * for any message, and sends the id of every entry it was given.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, SqlitePermissionStore } from '@ops-admin/adapter-sqlite';
import { AccessPolicy, AddPermissions, parsePermission, RemovePermissions } from '@ops-admin/core';
import { anId, aSealer } from '@ops-admin/core/testing';

const [, , file, name, count] = process.argv as [string, string, string, string, string];
const database = openDatabase(file)._unsafeUnwrap();
const store = new SqlitePermissionStore(database, aSealer());
const clock = () => new Date();
const add = new AddPermissions(store, clock);
const remove = new RemovePermissions(store, clock, new AccessPolicy());
const origin = { actor: `cli:${name}`, source: 'cli' } as const;

process.send?.('ready');
await once(process, 'message');
for (let n = 0; n < Number(count); n++) {
  // Both workers take and give the shared one; each has others of its own.
  const texts = n % 3 === 0 ? ['service.shared.read'] : [`service.${name}.n${n % 7}`, 'service.shared.read'];
  const change =
    n % 2 === 0
      ? add.execute(
          anId(1),
          texts.map((text) => parsePermission(text)._unsafeUnwrap()),
          origin,
        )
      : remove
          .execute(anId(1), n % 5 === 0 ? [`service.${name}.*`] : texts, origin)
          .map(({ entry }) => entry);
  process.send?.((await change)._unsafeUnwrap().id);
  // SQLite lets the quicker process in again at once; a pause gives the other its turn.
  await sleep(Math.random() * 3);
}
database.close();
process.disconnect?.();
