import type { Actor } from '../access/actor.js';
import type { ChangeOrigin } from '../audit/audit-entry.js';
import type { Timestamp } from '../values/timestamp.js';
import type { EndsJson } from './permission-ends.js';

/** The common input of all changes. */
export interface ChangeInput {
  /** The origin that the audit log records. */
  readonly origin: ChangeOrigin;
  /** The caller, whose permission is checked inside the transaction. Missing where the program itself makes the change. */
  readonly actor?: Actor | undefined;
  /** Whether removing the last admin is refused; true by default. */
  readonly keepAdmin?: boolean | undefined;
  /** Whether nothing is written, and the rows report what would be. */
  readonly dryRun?: boolean | undefined;
  /** Whether the batch of `origin` may be a `foreignBatch`. Only a service asks; a command over a database has asked before. */
  readonly continueBatch?: boolean | undefined;
}

/** A change of one user. Activating and deactivating needs none of the optional members. */
export interface UserChange {
  /** An id or an e-mail. */
  readonly user: string;
  readonly permissions?: readonly string[] | undefined;
  /** Of an addition: the end; permanent without it. */
  readonly until?: Timestamp | undefined;
  /** Of a set: the ends, of which the others are permanent; without it, strings that stay keep their ends. */
  readonly ends?: EndsJson | undefined;
  /** Of a review: the decision about the one named permission. */
  readonly decision?: 'keep' | 'remove' | undefined;
  /** Of a review: the entry that gave the permission by the export, 0 for none. After another one, the row is `changed-since`. */
  readonly entry?: number | undefined;
  /** Of a removal, in place of permissions: all of them, and all identities. */
  readonly everything?: true | undefined;
  /** With `everything`: whether the user keeps their identities. */
  readonly keepLinks?: boolean | undefined;
  /** An entry, as rows of a dry run name one: a user with a newer one is a row `changed-since`. */
  readonly asOf?: number | undefined;
  /** The line of a file, counted from 1; the row repeats it. */
  readonly line?: number | undefined;
  /** In place of the reason of all. */
  readonly reason?: string | undefined;
}

/** The changes, and how to make them. */
export interface ChangePermissionsInput extends ChangeInput {
  readonly action: 'add' | 'remove' | 'set' | 'review' | 'activate' | 'deactivate';
  readonly changes: readonly UserChange[];
  /** Of a set: only strings of these modules, named without `service.`, are set. */
  readonly modules?: readonly string[] | undefined;
  /** Whether nothing is written if any row fails. */
  readonly atomic?: boolean | undefined;
  /** Whether `atomic` also continues without unknown users. */
  readonly ignoreNotFound?: boolean | undefined;
  /** Whether to report mistyped strings as `doubtful`. */
  readonly findDoubtful?: boolean | undefined;
}
