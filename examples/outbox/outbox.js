// The trail as an outbox. `echo service.tickets.read | node outbox.js` adds that to a user, and prints what it publishes.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { openKeyFile } from '@ops-admin/adapter-auth-jose/key-file';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import { AccessPolicy, orThrow, parseObjectId } from '@ops-admin/core';
import {
  auditOperations,
  followTrail,
  importOperations,
  permissionOperations,
} from '@ops-admin/core/operations';

/** How soon the changes of other processes are seen. */
const LOOK_MS = 250;

/**
 * Publishes each entry of the trail, in order. The id of the last one that was published is kept in a file, so that nothing is lost
 * when the process is killed: the entry in hand is published again then, with the same id.
 *
 * @param {object} options
 * @param {import('@ops-admin/core/operations').AuditOperations} options.audit
 * @param {(entry: import('@ops-admin/core').AuditEntryJson) => Promise<void>} options.publish ends when the entry is taken
 * @param {string} options.file keeps the id
 * @param {AbortSignal} options.signal ends it
 * @returns `changed`, to be called after a change of your own, so that it is published immediately; and `ended`
 */
export function publishTrail({ audit, publish, file, signal }) {
  let changed = () => {};
  const untilNext = async () => {
    await new Promise((resolve) => {
      changed = () => resolve(undefined);
      setTimeout(changed, LOOK_MS);
    });
    return !signal.aborted;
  };
  const run = async () => {
    for await (const next of followTrail(audit, { after: lastIn(file), untilNext })) {
      const entry = orThrow(next);
      await publish(entry);
      keepIn(file, entry.id);
    }
  };
  return { changed: () => changed(), ended: run() };
}

/** @param {string} file */
function lastIn(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/**
 * A file that is half written would be read as another number.
 * @param {string} file
 * @param {number} id
 */
function keepIn(file, id) {
  writeFileSync(`${file}.new`, `${id}\n`, { flush: true });
  renameSync(`${file}.new`, file);
}

if (import.meta.filename === process.argv[1]) {
  const { trailSigner } = orThrow(openKeyFile('outbox.keys.json'));
  const sqlite = orThrow(openSqlite({ file: 'outbox.db' }));
  const { organisation, permissions: store } = sqlite.sealedBy(trailSigner);
  const { audit, departments, users } = sqlite;
  const ports = {
    audit,
    clock: () => new Date(),
    departments,
    organisation,
    policy: new AccessPolicy(),
    users,
  };
  const user = {
    id: orThrow(parseObjectId('65a100000000000000000001')),
    emails: ['ada@example.org'],
    personalInformation: { name: 'Ada' },
  };
  const seed = { actor: 'seed', source: /** @type {const} */ ('import') };
  orThrow(await importOperations(ports).users({ users: [user], origin: seed }));

  const end = new AbortController();
  const outbox = publishTrail({
    audit: auditOperations(ports),
    publish: async ({ action, added, id }) => console.log(JSON.stringify({ id, action, added })),
    file: 'outbox.last',
    signal: end.signal,
  });
  const permissions = permissionOperations({ ...ports, store });
  for await (const permission of createInterface({ input: process.stdin })) {
    const changes = [{ user: user.id, permissions: [permission] }];
    orThrow(
      await permissions.change({ action: 'add', changes, origin: { actor: 'outbox', source: 'embedded' } }),
    );
    outbox.changed();
  }
  end.abort();
  await outbox.ended;
  await sqlite.close();
}
