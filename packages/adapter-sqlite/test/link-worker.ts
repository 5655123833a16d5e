/**
 * A process that links the same identities as others do: `link-worker.js FILE USER COUNT`. It says "ready", waits for
 * any message, and sends what came of each.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionsOf, openDatabase, SqliteIdentityRegistry } from '@ops-admin/adapter-sqlite';
import { anId, anIdentity } from '@ops-admin/core/fakes';

const [, , file, user, count] = process.argv as [string, string, string, string, string];
const database = openDatabase(file)._unsafeUnwrap();
const identities = new SqliteIdentityRegistry(connectionsOf(database));

process.send?.('ready');
await once(process, 'message');
for (let n = 0; n < Number(count); n++) {
  const result = await identities.link(anId(Number(user)), anIdentity(`subject${n}`));
  process.send?.(
    result.match(
      (outcome) => outcome,
      ({ type }) => type,
    ),
  );
  // SQLite lets the quicker process in again at once; a pause gives the other its turn.
  await sleep(Math.random() * 3);
}
database.close();
process.disconnect?.();
