import { type AuditOperations, errAsync } from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import type { RemoteSource } from './remote-source.js';
import { databaseRequired } from './server-option.js';
import type { ServiceFailed } from './service-failed.js';

/** The trail, as a service shows it. */
export function remoteAudit({ connection }: RemoteSource): AuditOperations<ServiceFailed | InvalidInput> {
  return {
    list: (query) => connection.read((client) => client.listAudit(query)),
    find: (id) => connection.read((client) => client.showAuditEntry({ id })).map(({ entry }) => entry),
    batches: (query) => connection.read((client) => client.listAuditBatches(query)),
    head: () => errAsync(databaseRequired('audit head')),
  };
}
