import { err, ok, type Result } from '../result.js';
import type { AuditEntry, AuditFilter, AuditLog, StoreUnavailable } from './audit-log.js';

/** Where to begin, and in which order. */
export interface TrailOrder {
  readonly afterId?: number;
  readonly newestFirst?: boolean;
}

const PAGE_ENTRIES = 500;

/** Walks the entries that match, a page at a time, so that a long trail needs no more memory than a short one. */
export async function* readAuditTrail(
  log: AuditLog,
  { afterId, ...query }: AuditFilter & TrailOrder = {},
): AsyncGenerator<Result<AuditEntry, StoreUnavailable>, void> {
  for (let last = afterId; ; ) {
    const page = await log.list({
      ...query,
      ...(last !== undefined && { afterId: last }),
      limit: PAGE_ENTRIES,
    });
    if (page.isErr()) return yield err(page.error);
    for (const entry of page.value) yield ok(entry);
    const end = page.value.at(-1);
    if (!end || page.value.length < PAGE_ENTRIES) return;
    last = end.id;
  }
}
