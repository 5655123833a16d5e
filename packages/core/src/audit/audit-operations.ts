import { err, errAsync, ok, type Result, ResultAsync } from '../result.js';
import { findNames } from '../users/find-names.js';
import type { UserNotFound } from '../users/user.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { type AuditBatchJson, type AuditBatchQuery, presentAuditBatch } from './audit-batch.js';
import type { AuditLog } from './audit-log.js';
import type { EntryNotFound } from './entry-not-found.js';
import { type AuditFollowPage, type AuditFollowQuery, type FeedGone, followAudit } from './follow-audit.js';
import { AUDIT_RECORDS_PER_PAGE, type AuditListQuery, type AuditPage, listAudit } from './list-audit.js';
import { type AuditEntryJson, presentAuditEntries } from './present-audit-entry.js';
import { trailEnd } from './trail-end.js';

/** A page of batches, the newest first. */
export interface AuditBatchPage {
  readonly batches: readonly AuditBatchJson[];
  /** The `before` of the next page; `null` on the last page. */
  readonly next: number | null;
}

/** The newest entry and its digest, which an auditor keeps elsewhere. */
export interface TrailHead {
  readonly id: number;
  readonly time: string;
  readonly digest: string;
  /** The key in use there; `null` if the entry is not signed. */
  readonly keyId: string | null;
  readonly signature: string | null;
}

/** The audit log has no entry yet. */
export interface NoHead {
  readonly type: 'no-head';
}

/** Reads of the audit log, as plain data, over a database or over HTTP. `Failure` says why no answer came. */
export interface AuditOperations<Failure = StoreUnavailable> {
  /** Returns a page of entries. Errors: `user-not-found` if `user` or `actor` is neither a user nor in any entry. */
  list(query?: AuditListQuery): ResultAsync<AuditPage, UserNotFound | Failure>;
  /** Yields every matching entry, page by page. Ends after an error. */
  read(
    search?: Omit<AuditListQuery, 'limit'>,
  ): AsyncGenerator<Result<AuditEntryJson, UserNotFound | Failure>, void>;
  /** Returns entries after one, the oldest first. A reader that continues from `next` misses no entry and gets none twice. */
  follow(query: AuditFollowQuery): ResultAsync<AuditFollowPage, FeedGone | UserNotFound | Failure>;
  find(entryId: number): ResultAsync<AuditEntryJson, EntryNotFound | Failure>;
  /** Returns the newest batches, 50 by default. */
  batches(query?: Partial<AuditBatchQuery>): ResultAsync<AuditBatchPage, Failure>;
  head(): ResultAsync<TrailHead, NoHead | Failure>;
}

export interface AuditOperationsPorts {
  readonly audit: AuditLog;
  readonly users: Pick<UserDirectory, 'find' | 'idsByEmail' | 'summaries'>;
}

/** Makes the operations over a store. They do not check the caller: guard them with `AccessOperations`. */
export function auditOperations(ports: AuditOperationsPorts): AuditOperations {
  const { audit, users } = ports;
  return {
    list: (query) => new ResultAsync(listAudit(ports, query)),
    read: (search) => readAudit(ports, search),
    follow: (query) => new ResultAsync(followAudit(ports, query)),
    find: (entryId) =>
      audit
        .find(entryId)
        .andThen((entry) =>
          entry
            ? presentAuditEntries([entry], users).map(([found]) => found as AuditEntryJson)
            : errAsync({ type: 'entry-not-found' as const, target: { entryId } }),
        ),
    batches: (query) => listBatches(ports, query),
    head: () =>
      trailEnd(audit).andThen(({ digest, id, keyId, signature, time }) =>
        digest === null || time === null
          ? err({ type: 'no-head' as const })
          : ok({ id, time, digest, keyId, signature: signature || null }),
      ),
  };
}

async function* readAudit(
  ports: AuditOperationsPorts,
  search: Omit<AuditListQuery, 'limit'> = {},
): AsyncGenerator<Result<AuditEntryJson, UserNotFound | StoreUnavailable>, void> {
  for (let query: AuditListQuery = { ...search, limit: AUDIT_RECORDS_PER_PAGE }; ; ) {
    const page = await listAudit(ports, query);
    if (page.isErr()) return yield err(page.error);
    const { entries, next } = page.value;
    for (const entry of entries) yield ok(entry);
    if (next === null) return;
    query = { ...query, ...(search.after === undefined ? { before: next } : { after: next }) };
  }
}

function listBatches(
  { audit, users }: AuditOperationsPorts,
  { limit = 50, ...query }: Partial<AuditBatchQuery> = {},
): ResultAsync<AuditBatchPage, StoreUnavailable> {
  // One extra shows whether there are more.
  return audit.batches({ ...query, limit: limit + 1 }).andThen((runs) => {
    const page = runs.slice(0, limit);
    return findNames(
      users,
      page.map(({ actor }) => actor),
    ).map((names) => ({
      batches: page.map((run) => presentAuditBatch(run, names)),
      next: runs.length > limit ? (page.at(-1)?.newestId ?? null) : null,
    }));
  });
}
