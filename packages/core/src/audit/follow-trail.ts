import { err, ok, type Result } from '../result.js';
import type { UserNotFound } from '../users/user.js';
import type { AuditOperations } from './audit-operations.js';
import type { AuditFollowQuery, FeedGone } from './follow-audit.js';
import type { AuditEntryJson } from './present-audit-entry.js';

/** Where a program follows the trail from, and how it waits. */
export interface TrailFollowed extends Omit<AuditFollowQuery, 'wait'> {
  /**
   * Called where there is no entry yet, or the store does not answer: fulfilled when to look again, as after a while or after a
   * change of your own; with `false` to end. It decides how soon entries come: nothing else waits.
   */
  readonly untilNext: () => Promise<unknown>;
}

/**
 * Every entry after one, the oldest first, and each new one as it comes, until `untilNext` ends it: in a process that has the
 * store. An entry is there once its change is durable, whoever made it, and ids have no gaps: keep the id of the
 * last entry that is done, and begin after it again. Tries again while the store is away; another error is the last that it gives.
 */
export async function* followTrail(
  audit: Pick<AuditOperations, 'follow'>,
  { untilNext, ...query }: TrailFollowed,
): AsyncGenerator<Result<AuditEntryJson, FeedGone | UserNotFound>, void> {
  for (let { after } = query; ; ) {
    const page = await audit.follow({ ...query, after });
    if (page.isErr() && page.error.type !== 'store-unavailable') return yield err(page.error);
    const { entries, next } = page.isOk() ? page.value : { entries: [], next: after };
    for (const entry of entries) yield ok(entry);
    // Where a filter matched none of many entries, others can be there already.
    const isMoving = next > after;
    after = next;
    if (!isMoving && (await untilNext()) === false) return;
  }
}
