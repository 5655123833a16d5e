import {
  type ArchivedPart,
  type AuditEntryJson,
  type AuditListQuery,
  type AuditOperations,
  err,
  type Result,
} from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import type { RemoteSource } from './remote-source.js';
import type { ServiceConnection } from './service-connection.js';
import type { ServiceFailed } from './service-failed.js';

/** The trail, as a service shows it. */
export function remoteAudit({ connection }: RemoteSource): AuditOperations<ServiceFailed | InvalidInput> {
  return {
    list: (query) => connection.read((client) => client.listAudit(query)),
    read: (search = {}, onArchived) => readAfter(connection, search, onArchived),
    follow: (query) =>
      connection
        .read((client) => client.listAudit(query))
        .map(({ entries, next }) => ({ entries, next: next ?? query.after })),
    find: (id) => connection.read((client) => client.showAuditEntry({ id })).map(({ entry }) => entry),
    batches: (query) => connection.read((client) => client.listAuditBatches(query)),
    head: () => connection.read((client) => client.showAuditHead()),
  };
}

/** The oldest first: before that, which archives are passed over is asked. */
async function* readAfter(
  connection: ServiceConnection,
  { after = 0, before: _, ...search }: Omit<AuditListQuery, 'limit'>,
  onArchived?: (parts: readonly ArchivedPart[]) => void,
): AsyncGenerator<Result<AuditEntryJson, ServiceFailed>, void> {
  let isFirst = true;
  for await (const entry of connection.each((client) => client.exportAudit({ ...search, after }))) {
    if (entry.isOk() || entry.error.code !== 'GONE' || !isFirst) {
      isFirst = false;
      yield entry;
      continue;
    }
    // A list that ends before the first entry names the archives.
    const end = await connection.read((client) => client.listAudit({ ...search, before: 1, limit: 1 }));
    if (end.isErr()) return yield err(end.error);
    const archived = end.value.archived?.filter(({ lastId }) => lastId > after) ?? [];
    const last = archived.at(-1)?.lastId;
    if (last === undefined) return;
    onArchived?.(archived);
    return yield* connection.each((client) => client.exportAudit({ ...search, after: last }));
  }
}
