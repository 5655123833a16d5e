import type { ResultAsync } from '../result.js';
import type { ExternalIdentity } from '../users/user.js';
import { checkCount, checkInteger, checkText } from '../values/check-argument.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Timestamp } from '../values/timestamp.js';
import type { AuditBatch, AuditBatchQuery } from './audit-batch.js';
import type { AuditAction, AuditEntry, AuditSource } from './audit-entry.js';

/** What entries must match, all of it. */
export interface AuditFilter {
  /** Whose permissions were changed. */
  readonly userId?: ObjectId;
  readonly actor?: string;
  readonly source?: AuditSource;
  readonly action?: AuditAction;
  /** The run they belong to. */
  readonly batch?: string;
  /** A string that was added or removed, or got another end, exactly. */
  readonly permission?: string;
  /** The identity that was linked or unlinked, of whomever; nothing is found of an erased user. */
  readonly identity?: ExternalIdentity;
  /** The module of such a string, without `service.`. */
  readonly module?: string;
  /** Whether it changed anything: what a user holds, or who can act as them. */
  readonly changed?: boolean;
  /** A part of the reason, without regard to case. */
  readonly reason?: string;
  /** The earliest and the latest time, both included. */
  readonly since?: Timestamp;
  readonly until?: Timestamp;
}

/** Which part of the trail to read. */
export interface AuditQuery extends AuditFilter {
  /** Only entries after this one, in the requested order. */
  readonly afterId?: number;
  /** The last entry that is looked at, in the requested order. */
  readonly untilId?: number;
  /** Newest first; oldest first by default. */
  readonly newestFirst?: boolean;
  /** At most this many entries; 1 or more. */
  readonly limit: number;
}

/** A user, and the entry after which entries are asked for. */
export interface UserAfter {
  readonly userId: ObjectId;
  readonly afterId: number;
}

/** The trail of changes, for reading; `PermissionStore`, `Organisation` and `TrailStore` write it. */
export interface AuditLog {
  /** The entries that match, in the order of their ids. */
  list(query: AuditQuery): ResultAsync<readonly AuditEntry[], StoreUnavailable>;
  /** The entry with this id, or `undefined` if it does not exist. */
  find(id: number): ResultAsync<AuditEntry | undefined, StoreUnavailable>;
  /** The runs that entries belong to. */
  batches(query: AuditBatchQuery): ResultAsync<readonly AuditBatch[], StoreUnavailable>;
  /**
   * The strings that entries of the trail added or removed, each once, ordered code point by code point; of these, if some are
   * given.
   */
  namedPermissions(among?: readonly string[]): ResultAsync<readonly string[], StoreUnavailable>;
  /** The entries about each of these users after one of theirs, in the order of their ids. */
  entriesOf(users: readonly UserAfter[]): ResultAsync<readonly AuditEntry[], StoreUnavailable>;
  /** The number of the newest entry; 0 before the first. It is read often. */
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
