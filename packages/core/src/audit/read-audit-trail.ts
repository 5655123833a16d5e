import { err, ok, type Result, type ResultAsync } from '../result.js';
import type { AuditEntry, AuditFilter, AuditLog, AuditRecord, StoreUnavailable } from './audit-log.js';

/** Where to begin, and in which order. */
export interface TrailOrder {
  readonly afterId?: number;
  readonly newestFirst?: boolean;
}

const PAGE_ENTRIES = 500;

/** Reads the matching entries a page at a time, so a long trail needs no more memory than a short one. */
export function readAuditTrail(
  log: AuditLog,
  { afterId: first, ...query }: AuditFilter & TrailOrder = {},
): AsyncGenerator<Result<AuditEntry, StoreUnavailable>, void> {
  return pages(first, (afterId) =>
    log.list({ ...query, ...(afterId !== undefined && { afterId }), limit: PAGE_ENTRIES }),
  );
}

/** Before every entry, even those with numbers that are never given. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

/** Reads all entries after one as they are kept, the oldest first. */
export function readRecords(
  log: AuditLog,
  afterId: number = BEFORE_ALL,
): AsyncGenerator<Result<AuditRecord, StoreUnavailable>, void> {
  return pages(afterId, (last) => log.records(last ?? BEFORE_ALL, PAGE_ENTRIES));
}

async function* pages<One extends { readonly id: number }>(
  first: number | undefined,
  read: (afterId: number | undefined) => ResultAsync<readonly One[], StoreUnavailable>,
): AsyncGenerator<Result<One, StoreUnavailable>, void> {
  for (let last = first; ; ) {
    const page = await read(last);
    if (page.isErr()) return yield err(page.error);
    for (const one of page.value) yield ok(one);
    const end = page.value.at(-1);
    if (!end || page.value.length < PAGE_ENTRIES) return;
    last = end.id;
  }
}
