import type { Actor } from '../access/actor.js';
import type { ChangeOrigin } from '../audit/audit-entry.js';
import type { Timestamp } from '../values/timestamp.js';
import type { EndsJson } from './permission-ends.js';

/** Members that the input of every change has. */
export interface ChangeInput {
  /** The origin that the audit log records. */
  readonly origin: ChangeOrigin;
  /** The caller, whose permission is checked inside the transaction. Missing where the program itself makes the change. */
  readonly actor?: Actor | undefined;
  /** Whether removing the last admin is refused; true by default. */
  readonly keepAdmin?: boolean | undefined;
  /** Whether nothing is written, and the rows report what would be. */
  readonly dryRun?: boolean | undefined;
  /** Whether the batch of `origin` can be a `foreignBatch`. Only a service asks for it; a command over a database has asked before. */
  readonly continueBatch?: boolean | undefined;
}

/**
 * What to add to one user, or to remove: permissions, or everything; or what they are to hold, or what a review decided. Nothing of it
 * where users are activated or deactivated.
 */
export interface UserChange {
  /** An id or an e-mail. */
  readonly user: string;
  readonly permissions?: readonly string[] | undefined;
  /** In an addition: when they end; for good without it. */
  readonly until?: Timestamp | undefined;
  /** In a set: when they end, all the others being for good; without it, what stays keeps its end. */
  readonly ends?: EndsJson | undefined;
  /** In a review: what was decided about the one permission that is named. */
  readonly decision?: 'keep' | 'remove' | undefined;
  /** In a review: the entry that gave it, as an export says; 0 for none. If another one did since, the row is `changed-since`. */
  readonly entry?: number | undefined;
  /** In a removal, in place of permissions: all of them, and all identities. */
  readonly everything?: true | undefined;
  /** With everything: whether the user keeps their identities. */
  readonly keepLinks?: boolean | undefined;
  /** An entry: a user who has a newer one is a row `changed-since`. Rows of a dry run name one. */
  readonly asOf?: number | undefined;
  /** The line of a file that it comes from, counted from 1; the row repeats it. */
  readonly line?: number | undefined;
  /** Why this one is changed, in place of the reason of all. */
  readonly reason?: string | undefined;
}

/** What to change, and how. */
export interface ChangePermissionsInput extends ChangeInput {
  readonly action: 'add' | 'remove' | 'set' | 'review' | 'activate' | 'deactivate';
  readonly changes: readonly UserChange[];
  /** Of a set: only strings of these modules, named without `service.`, are set; the permissions of the changes belong to them. */
  readonly modules?: readonly string[] | undefined;
  /** Whether nothing is written if any row fails. */
  readonly atomic?: boolean | undefined;
  /** Whether an unknown user is not a failure, so that `atomic` continues without them. */
  readonly ignoreNotFound?: boolean | undefined;
  /** Whether to say which of the strings look mistyped: `doubtful`. */
  readonly findDoubtful?: boolean | undefined;
}
