import { err, ok, type Result, type ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditEntry } from './audit-entry.js';
import type { AuditFilter, AuditLog } from './audit-log.js';

export interface TrailOrder {
  readonly afterId?: number;
  readonly newestFirst?: boolean;
}

const PAGE_ENTRIES = 500;

/** Reads the matching entries a page at a time, so that a long log needs no more memory than a short one. */
export async function* readAuditTrail(
  log: AuditLog,
  { afterId: first, ...query }: AuditFilter & TrailOrder = {},
): AsyncGenerator<Result<AuditEntry, StoreUnavailable>, void> {
  const read = (afterId: number | undefined) =>
    log.list({ ...query, ...(afterId !== undefined && { afterId }), limit: PAGE_ENTRIES });
  for await (const page of pages(first, read)) {
    if (page.isErr()) return yield err(page.error);
    for (const entry of page.value) yield ok(entry);
  }
}

const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

export function readEntryPages(
  log: AuditLog,
): AsyncGenerator<Result<readonly AuditEntry[], StoreUnavailable>, void> {
  return pages(BEFORE_ALL, (afterId = BEFORE_ALL) => log.list({ afterId, limit: PAGE_ENTRIES }));
}

async function* pages<One extends { readonly id: number }>(
  first: number | undefined,
  read: (afterId: number | undefined) => ResultAsync<readonly One[], StoreUnavailable>,
): AsyncGenerator<Result<readonly One[], StoreUnavailable>, void> {
  for (let last = first; ; ) {
    const page = await read(last);
    yield page;
    const end = page.isOk() ? page.value.at(-1) : undefined;
    if (page.isErr() || !end || page.value.length < PAGE_ENTRIES) return;
    last = end.id;
  }
}
