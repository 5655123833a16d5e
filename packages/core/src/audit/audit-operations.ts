import type { Result, ResultAsync } from '../result.js';
import type { AmbiguousUser, UserNotFound } from '../users/user.js';
import { parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditBatchQuery } from './audit-batch.js';
import type { AuditFilter } from './audit-log.js';
import type { EntryNotFound } from './entry-not-found.js';
import type { AuditBatchPage } from './list-audit-batches.js';
import type { AuditEntryJson } from './present-audit-entry.js';

/** Which entries are meant: they match all of it (decision 6). */
export interface AuditSearch extends Omit<AuditFilter, 'userId'> {
  /** Whose permissions were changed: an id or an e-mail. */
  readonly user?: string;
  /** Who changed them: an id, an e-mail, `cli:NAME`, or the name alone. */
  readonly actor?: string;
  /** Only what comes after this entry, in the requested order. */
  readonly afterId?: number;
  /** Oldest first by default. */
  readonly newestFirst?: boolean;
}

/**
 * Who the `actor` of a search means: a user by id or e-mail, or somebody on the command line, where a plain name is a short
 * form of `cli:NAME`. Core and the command over HTTP share it.
 */
export function readActor(text: string): { readonly user: string } | { readonly actor: string } {
  if (text.includes(':')) return { actor: text };
  return text.includes('@') || parseObjectId(text).isOk() ? { user: text } : { actor: `cli:${text}` };
}

/** No entry has a digest: there are no entries, or all are from before the chain. */
export interface NoHead {
  readonly type: 'no-head';
}

/** The digest to keep elsewhere, and its entry. */
export interface TrailHead {
  readonly id: number;
  readonly digest: string;
}

/**
 * What a program asks about the audit trail: plain data, over a database or over HTTP (decision 6). `Failure` is why there
 * is no answer at all.
 */
export interface AuditOperations<Failure = StoreUnavailable> {
  /** At most `limit` entries. */
  list(
    search: AuditSearch & { readonly limit: number },
  ): ResultAsync<readonly AuditEntryJson[], UserNotFound | AmbiguousUser | Failure>;
  /** Every entry, read as they are taken, so any number is fine. Ends after an error. */
  read(
    search: AuditSearch,
  ): ResultAsync<AsyncIterable<Result<AuditEntryJson, Failure>>, UserNotFound | AmbiguousUser | Failure>;
  /** One entry. */
  find(entryId: number): ResultAsync<AuditEntryJson, EntryNotFound | Failure>;
  /** The runs that entries belong to. */
  batches(query: AuditBatchQuery): ResultAsync<AuditBatchPage, Failure>;
  /** Of the newest entry. */
  head(): ResultAsync<TrailHead, NoHead | Failure>;
}
