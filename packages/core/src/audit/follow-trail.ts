import { err, ok, type Result } from '../result.js';
import type { UserNotFound } from '../users/user.js';
import type { AuditOperations } from './audit-operations.js';
import type { AuditFollowQuery, FeedGone } from './follow-audit.js';
import type { AuditEntryJson } from './present-audit-entry.js';

/** The position of a program that follows the audit log, and how it waits. */
export interface TrailFollowed extends Omit<AuditFollowQuery, 'wait'> {
  /**
   * Called where no entry is left, or the store does not answer. It resolves when to look again, for example after a while or after
   * a change of your own, and with `false` to end.
   */
  readonly untilNext: () => Promise<unknown>;
}

/**
 * Yields every entry after one, the oldest first, and each new one, until `untilNext` ends it. An entry is visible once its change
 * is durable, whichever process made it. Keep the id of the last entry that you have processed, and begin after it again. An
 * unreachable store is asked again; any other error is the last result.
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
    // A filter can match nothing in the entries that one call looks at.
    const isMoving = next > after;
    after = next;
    if (!isMoving && (await untilNext()) === false) return;
  }
}
