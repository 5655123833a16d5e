import type { TrailDigest } from '../audit/trail-seal.js';
import type { EndsJson } from '../permissions/permission-ends.js';
import type { ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { OnProgress } from '../values/progress.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/**
 * What is wrong with a store:
 *
 * - `damaged`: parts of it cannot be read, or contradict each other; nothing more was checked then;
 * - `foreign`: the schema has a trigger, view, rule, function, operator, collation or cast that this program did not make;
 * - `derived`: rows that are made of others are not what those say, with a few `examples`; `repair` makes them anew;
 * - `dangling`: rows of a table belong to rows that are missing;
 * - `permissions-not-matching-log`: a user does not hold what their newest audit entry says. A user without an entry holds nothing,
 *   because imports write entries, too;
 * - `changes-without-entry`: a user holds strings, or lacks some, that no entry gave or took, though a later entry went on from there;
 * - `department-not-matching-log`: a department is not what its newest audit entry says, or has none, or is gone without one;
 * - `profile-not-matching-log`: an e-mail, a name, an identity, the department or the state of a user is not what their
 *   newest audit entry says, or there is none.
 */
export type StoreFlaw =
  | { readonly type: 'damaged'; readonly detail: string }
  | {
      readonly type: 'foreign';
      /** The kind and the name, such as `trigger users.reset`. */
      readonly object: string;
    }
  | {
      readonly type: 'derived';
      readonly table: string;
      readonly rows: number;
      readonly examples: readonly string[];
    }
  | { readonly type: 'dangling'; readonly table: string; readonly missing: string; readonly rows: number }
  | {
      readonly type: 'permissions-not-matching-log';
      readonly userId: ObjectId;
      readonly held: readonly string[];
      /** What the trail says they hold. */
      readonly recorded: readonly string[];
      /** The ends of what is held, and those that the trail says; missing if they are the same. */
      readonly ends?: { readonly held: EndsJson; readonly recorded: EndsJson };
      /** Their newest entry; missing if there is none. */
      readonly entryId?: number;
    }
  | {
      readonly type: 'changes-without-entry';
      readonly userId: ObjectId;
      /** The entry that met a set unlike what the entry before it left. */
      readonly entryId: number;
      /** What they hold, or hold until another end; no entry since named it. */
      readonly gained: readonly string[];
      /** What they no longer hold. */
      readonly lost: readonly string[];
    }
  | {
      readonly type: 'department-not-matching-log';
      readonly departmentId: ObjectId;
      /** Its newest entry; missing if there is none. */
      readonly entryId?: number;
    }
  | {
      readonly type: 'profile-not-matching-log';
      readonly userId: ObjectId;
      /** Their newest entry; missing if there is none, though each user was created by one. */
      readonly entryId?: number;
    };

/** Checks a store. */
export interface IntegrityChecker {
  /** Every flaw; each user is read at one moment. Changes nothing. Without the digest of the trail, profiles are not compared. */
  check(digest?: TrailDigest, onProgress?: OnProgress): ResultAsync<readonly StoreFlaw[], StoreUnavailable>;
  /** Makes what is derived anew, in one transaction. Only where {@link check} found no flaw but `derived`. */
  repair(): ResultAsync<void, StoreUnavailable>;
}
