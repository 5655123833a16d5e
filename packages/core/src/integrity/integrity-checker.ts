import type { TrailDigest } from '../audit/trail-seal.js';
import type { EndsJson } from '../permissions/permission-ends.js';
import type { ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { OnProgress } from '../values/progress.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';

/**
 * A flaw of a store:
 *
 * - `damaged`: parts cannot be read, or contradict each other; nothing else was checked;
 * - `foreign`: the schema has a trigger, view, rule, function, operator, collation or cast that this program did not make;
 * - `derived`: derived rows do not match their source, with a few `examples`; `repair` rebuilds them;
 * - `dangling`: rows of a table belong to rows that are missing;
 * - `permissions-not-matching-log`: a user does not hold what their newest audit entry says;
 * - `changes-without-entry`: a user gained or lost strings without an entry, and a later entry met that set;
 * - `department-not-matching-log`: a department is not what its newest audit entry says, has none, or is gone without one;
 * - `profile-not-matching-log`: an e-mail, a name, an identity, the department or the state of a user is not what their newest
 *   audit entry says, or no entry exists.
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
      /** The value by the audit log. */
      readonly recorded: readonly string[];
      /** Missing if the ends match. */
      readonly ends?: { readonly held: EndsJson; readonly recorded: EndsJson };
      /** The newest entry about the user, if one exists. */
      readonly entryId?: number;
    }
  | {
      readonly type: 'changes-without-entry';
      readonly userId: ObjectId;
      /** The entry that met a set unlike the one that the entry before it left. */
      readonly entryId: number;
      /** Strings that the user holds, or holds until another end. */
      readonly gained: readonly string[];
      /** Strings that the user no longer holds. */
      readonly lost: readonly string[];
    }
  | {
      readonly type: 'department-not-matching-log';
      readonly departmentId: ObjectId;
      /** The newest entry about the department, if one exists. */
      readonly entryId?: number;
    }
  | {
      readonly type: 'profile-not-matching-log';
      readonly userId: ObjectId;
      /** The newest entry about the user, if one exists. */
      readonly entryId?: number;
    };

/** Checks a store. */
export interface IntegrityChecker {
  /**
   * Returns every flaw, and changes nothing. Each user is read at one moment. Without `digest`, profiles and departments are not
   * compared.
   */
  check(digest?: TrailDigest, onProgress?: OnProgress): ResultAsync<readonly StoreFlaw[], StoreUnavailable>;
  /** Rebuilds derived rows in one transaction. Call it only if every flaw is `derived`. */
  repair(): ResultAsync<void, StoreUnavailable>;
}
