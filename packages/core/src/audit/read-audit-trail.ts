import { err, ok, type Result } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditEntry } from './audit-entry.js';
import type { AuditFilter, AuditLog } from './audit-log.js';

interface TrailOrder {
  readonly afterId?: number;
  readonly newestFirst?: boolean;
}

const PAGE_ENTRIES = 500;

/** Reads the matching entries, so that a long log needs no more memory than a short one. */
export async function* readAuditTrail(
  log: AuditLog,
  filter?: AuditFilter & TrailOrder,
): AsyncGenerator<Result<AuditEntry, StoreUnavailable>, void> {
  for await (const page of readEntryPages(log, filter)) {
    if (page.isErr()) return yield err(page.error);
    for (const entry of page.value) yield ok(entry);
  }
}

/** Reads the matching entries a page at a time. Ends after an error. */
export async function* readEntryPages(
  log: AuditLog,
  { afterId: first, ...filter }: AuditFilter & TrailOrder = {},
): AsyncGenerator<Result<readonly AuditEntry[], StoreUnavailable>, void> {
  for (let afterId = first; ; ) {
    const page = await log.list({
      ...filter,
      ...(afterId !== undefined && { afterId }),
      limit: PAGE_ENTRIES,
    });
    yield page;
    const last = page.isOk() && page.value.length === PAGE_ENTRIES ? page.value.at(-1) : undefined;
    if (!last) return;
    afterId = last.id;
  }
}
