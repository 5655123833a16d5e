import type { AuditOperations } from '@ops-admin/core/operations';
import type { InvalidInput } from '../cli-error.js';
import type { RemoteSource } from './remote-source.js';
import type { ServiceFailed } from './service-failed.js';

/** The trail, as a service shows it. */
export function remoteAudit({ connection }: RemoteSource): AuditOperations<ServiceFailed | InvalidInput> {
  return {
    // A feed has always more to come; a list ends where it does not move.
    list: (query) =>
      connection
        .read((client) => client.listAudit(query))
        .map((page) => (page.next === query?.after ? { ...page, next: null } : page)),
    read: ({ after = 0, before: _, ...search } = {}) =>
      connection.each((client) => client.exportAudit({ ...search, after })),
    follow: (query) =>
      connection
        .read((client) => client.listAudit(query))
        .map(({ entries, next }) => ({ entries, next: next ?? query.after })),
    find: (id) => connection.read((client) => client.showAuditEntry({ id })).map(({ entry }) => entry),
    batches: (query) => connection.read((client) => client.listAuditBatches(query)),
    head: () => connection.read((client) => client.showAuditHead()),
  };
}
