import { err, type Result } from '../result.js';
import type { UserNotFound } from '../users/user.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { type AuditListQuery, type ListAuditPorts, listAudit } from './list-audit.js';
import type { AuditEntryJson } from './present-audit-entry.js';

/** The position of a reader that follows the audit log. */
export interface AuditFollowQuery extends Omit<AuditListQuery, 'after' | 'before'> {
  /** The last entry that was looked at; 0 for none. */
  readonly after: number;
  /** Seconds to wait for an entry, at most 60. Only a service waits. */
  readonly wait?: number;
}

/** Entries of the feed, the oldest first. Ids have no gaps and follow the commits, so no entry comes later. */
export interface AuditFollowPage {
  readonly entries: readonly AuditEntryJson[];
  /** The next `after`: the last entry that was looked at. */
  readonly next: number;
}

/** The audit log has not reached this entry: an older database was restored. */
export interface FeedGone {
  readonly type: 'feed-gone';
  readonly after: number;
  readonly newestId: number;
}

/** Describes for people what happened to the feed, and where to continue. */
export function describeFeedGone({ after, newestId }: FeedGone): string {
  return `entry ${after} does not exist yet, the newest is ${newestId}: was the database restored? Continue with the last entry that both have`;
}

export async function followAudit(
  ports: ListAuditPorts,
  { wait: _, ...query }: AuditFollowQuery,
): Promise<Result<AuditFollowPage, FeedGone | UserNotFound | StoreUnavailable>> {
  const { after } = query;
  // Read first: the list then has every entry up to this one.
  const newest = await ports.audit.newestId();
  if (newest.isErr()) return err(newest.error);
  const newestId = newest.value;
  if (after > newestId) return err({ type: 'feed-gone', after, newestId });
  return (await listAudit(ports, query)).map(({ entries, next }) => ({
    entries,
    next: next ?? Math.max(newestId, entries.at(-1)?.id ?? 0),
  }));
}
