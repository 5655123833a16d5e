import type { ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/**
 * What is wrong with a store:
 *
 * - `damaged`: parts of it cannot be read, or contradict each other; nothing more was checked then;
 * - `dangling`: rows of a table belong to rows that are missing;
 * - `unlike-the-trail`: a user does not hold what their newest audit entry says. A user without an entry holds nothing,
 *   because imports write entries, too.
 */
export type StoreFlaw =
  | { readonly type: 'damaged'; readonly detail: string }
  | { readonly type: 'dangling'; readonly table: string; readonly missing: string; readonly rows: number }
  | {
      readonly type: 'unlike-the-trail';
      readonly userId: ObjectId;
      readonly held: readonly string[];
      /** What the trail says they hold. */
      readonly recorded: readonly string[];
      /** Their newest entry; missing if there is none. */
      readonly entryId?: number;
    };

/** Checks a store, and changes nothing. */
export interface IntegrityChecker {
  /** Every flaw; each user is read at one moment. */
  check(): ResultAsync<readonly StoreFlaw[], StoreUnavailable>;
}
