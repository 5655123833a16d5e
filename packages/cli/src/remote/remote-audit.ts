import {
  type AuditListQuery,
  type AuditOperations,
  type AuditPage,
  err,
  ok,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import type { InvalidInput } from '../cli-error.js';
import type { RemoteSource } from './remote-source.js';
import type { ServiceConnection } from './service-connection.js';
import type { ServiceFailed } from './service-failed.js';

/** The trail, as a service shows it. */
export function remoteAudit({ connection }: RemoteSource): AuditOperations<ServiceFailed | InvalidInput> {
  return {
    list: ({ after, ...query } = {}) =>
      after === undefined
        ? connection.read((client) => client.listAudit(query))
        : new ResultAsync(listAfter(connection, query, after)),
    follow: (query) =>
      connection
        .read((client) => client.listAudit(query))
        .map(({ entries, next }) => ({ entries, next: next ?? query.after })),
    find: (id) => connection.read((client) => client.showAuditEntry({ id })).map(({ entry }) => entry),
    batches: (query) => connection.read((client) => client.listAuditBatches(query)),
    head: () => connection.read((client) => client.showAuditHead()),
  };
}

/** The oldest first. A service gives these as a feed: one without an end, which does not pass over archives. */
async function listAfter(
  connection: ServiceConnection,
  query: Omit<AuditListQuery, 'after'>,
  after: number,
): Promise<Result<AuditPage, ServiceFailed>> {
  const listed = (more: AuditListQuery) =>
    connection.read((client) => client.listAudit({ ...query, ...more }));
  let page = await listed({ after });
  let archived: AuditPage['archived'];
  if (page.isErr() && page.error.code === 'GONE') {
    // A list that ends before the first entry names the archives.
    const end = await listed({ before: 1, limit: 1 });
    if (end.isErr()) return err(end.error);
    archived = end.value.archived?.filter(({ lastId }) => lastId > after);
    const last = archived?.at(-1);
    if (!last) return ok({ entries: [], next: null });
    page = await listed({ after: last.lastId });
  }
  if (page.isErr()) return err(page.error);
  const { entries, next } = page.value;
  const more = entries.length > 0 && next !== null ? await listed({ after: next, limit: 1 }) : undefined;
  if (more?.isErr()) return err(more.error);
  const isMore = more?.isOk() && more.value.entries.length > 0;
  return ok({ entries, next: isMore ? next : null, ...(archived && { archived }) });
}
