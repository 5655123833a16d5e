import { err, type Result } from '../result.js';
import type { UserNotFound } from '../users/user.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { type AuditListQuery, type ListAuditPorts, listAudit } from './list-audit.js';
import type { AuditEntryJson } from './present-audit-entry.js';

/** Where a reader of the trail as a feed has come to. */
export interface AuditFollowQuery extends Omit<AuditListQuery, 'after' | 'before'> {
  /** The last entry that was looked at; 0 for none. */
  readonly after: number;
  /** How many seconds to wait for an entry, at most 60. A service waits; a store answers at once. */
  readonly wait?: number;
}

/** Entries of the feed, the oldest first. Ids have no gaps, and entries are committed in their order, so none comes later. */
export interface AuditFollowPage {
  readonly entries: readonly AuditEntryJson[];
  /** The last entry that was looked at: the next `after`. */
  readonly next: number;
}

/** The feed never came so far: an older database was restored. */
export interface FeedGone {
  readonly type: 'feed-gone';
  readonly after: number;
  /** The newest entry. */
  readonly newestId: number;
}

/** What happened to the feed, and where to go on. */
export function describeFeedGone({ after, newestId }: FeedGone): string {
  return `entry ${after} does not exist yet, the newest is ${newestId}: was the database restored? Continue with the last entry that both have`;
}

/** Entries after one, see `AuditOperations`. */
export async function followAudit(
  ports: ListAuditPorts,
  { wait: _, ...query }: AuditFollowQuery,
): Promise<Result<AuditFollowPage, FeedGone | UserNotFound | StoreUnavailable>> {
  const { after } = query;
  // First: every entry up to this one is there when the list is read.
  const newest = await ports.audit.newestId();
  if (newest.isErr()) return err(newest.error);
  const newestId = newest.value;
  if (after > newestId) return err({ type: 'feed-gone', after, newestId });
  return (await listAudit(ports, query)).map(({ entries, next }) => ({
    entries,
    next: next ?? Math.max(newestId, entries.at(-1)?.id ?? 0),
  }));
}
