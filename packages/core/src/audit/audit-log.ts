import type { ResultAsync } from '../result.js';
import type { ExternalIdentity } from '../users/user.js';
import { checkCount, checkInteger, checkText } from '../values/check-argument.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Timestamp } from '../values/timestamp.js';
import type { AuditBatch, AuditBatchQuery } from './audit-batch.js';
import type { AuditAction, AuditEntry, AuditSource } from './audit-entry.js';

/** The conditions for entries, which must match all. */
export interface AuditFilter {
  readonly userId?: ObjectId;
  readonly actor?: string;
  readonly source?: AuditSource;
  readonly action?: AuditAction;
  readonly batch?: string;
  /** Exactly this string was added, removed or re-dated. */
  readonly permission?: string;
  /** The identity that was linked or unlinked. Entries about an erased user are not found. */
  readonly identity?: ExternalIdentity;
  /** The module of such a string, without `service.`. */
  readonly module?: string;
  /** Whether the entry changed anything. */
  readonly changed?: boolean;
  /** A part of the reason; case is ignored. */
  readonly reason?: string;
  /** The earliest and the latest time, both included. */
  readonly since?: Timestamp;
  readonly until?: Timestamp;
}

/** A part of the audit log. */
export interface AuditQuery extends AuditFilter {
  /** Only entries after this one, in the requested order. */
  readonly afterId?: number;
  /** The last entry to look at, in the requested order. */
  readonly untilId?: number;
  /** Oldest first by default. */
  readonly newestFirst?: boolean;
  /** 1 or more. */
  readonly limit: number;
}

/** A user, and an entry. */
export interface UserAfter {
  readonly userId: ObjectId;
  readonly afterId: number;
}

/** Reads the audit log; `PermissionStore`, `Organisation` and `TrailStore` write it. */
export interface AuditLog {
  /** Returns the matching entries, in the order of their ids. */
  list(query: AuditQuery): ResultAsync<readonly AuditEntry[], StoreUnavailable>;
  find(id: number): ResultAsync<AuditEntry | undefined, StoreUnavailable>;
  /** Returns batches, the newest first. */
  batches(query: AuditBatchQuery): ResultAsync<readonly AuditBatch[], StoreUnavailable>;
  /** Returns the strings that entries added or removed, each once, in the order of code points; only those in `among`, if given. */
  namedPermissions(among?: readonly string[]): ResultAsync<readonly string[], StoreUnavailable>;
  /** Returns the entries about these users after the named ones, in the order of their ids. */
  entriesOf(users: readonly UserAfter[]): ResultAsync<readonly AuditEntry[], StoreUnavailable>;
  /** Returns the id of the newest entry, 0 before the first. It is read often. */
  newestId(): ResultAsync<number, StoreUnavailable>;
}

/** For stores: throws a `TypeError` or a `RangeError` if a query is not valid. */
export function checkAuditQuery({
  afterId = 0,
  changed: _,
  identity,
  limit,
  newestFirst: __,
  untilId = 0,
  ...texts
}: AuditQuery): void {
  checkInteger(afterId, 'afterId');
  checkInteger(untilId, 'untilId');
  checkCount(limit, 'limit');
  for (const [part, text] of Object.entries({ ...texts, ...identity }))
    if (text !== undefined) checkText(text, part);
}
