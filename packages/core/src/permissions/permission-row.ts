import { describeUnknownDepartment } from '../departments/find-department.js';
import { describeUser } from '../users/describe-user.js';
import type { EmailTaken, ExternalIdentity } from '../users/user.js';
import type { ReasonRequired } from './change-rules.js';
import { PERMISSIONS_PER_USER } from './permission-change.js';
import type { ChangeMade, ChangeOutcome, ChangeOutdated } from './permission-store.js';
import { type FailedResult, isNothing, type RowResult } from './row-result.js';

/** A permission or an identity that a later entry named, and that is so left as it is. */
export interface LeftAlone {
  readonly permission?: string | undefined;
  readonly identity?: ExternalIdentity | undefined;
  /** The later entry that named it. */
  readonly changedBy: number;
  /** Who made that entry: a user id, or `cli:` with a name. */
  readonly actor: string;
  /** The first e-mail of that user, if known. */
  readonly actorEmail?: string | undefined;
}

/** The result of one user's change, or of the undo of a department's, for people and programs; plain JSON. */
export interface PermissionRow {
  /** As requested; `null` if a line of a file names nobody. Missing if the row is about a department. */
  readonly user?: string | null;
  /** In place of `user`: the id of the department. */
  readonly department?: string;
  readonly userId?: string;
  readonly email?: string;
  readonly name?: string;
  readonly result: RowResult;
  /** What was really added or removed, or would be. */
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  /** The ends that were set, or would be; `null` for what is held for good from then on. */
  readonly ends?: Readonly<Record<string, string | null>>;
  /** Identities that the user was given back, or lost, or would. */
  readonly linked?: readonly ExternalIdentity[];
  readonly unlinked?: readonly ExternalIdentity[];
  /** The held strings that still grant what was removed or requested. */
  readonly stillGrantedBy?: readonly string[];
  readonly leftAlone?: readonly LeftAlone[];
  /** The entry that is undone. */
  readonly reverts?: number;
  /** The entry that undid it before: nothing undoes one twice. */
  readonly undoneBy?: number;
  /** The entry that was written. */
  readonly entry?: number;
  readonly batch?: string;
  /** In a dry run: the newest entry of the user, 0 if there is none. A change that names it is made only while there is no newer one. */
  readonly asOf?: number;
  /** Why a row failed; otherwise what it means: who is an admin now, what stays permanent. */
  readonly message?: string;
  /** The line of the file, counted from 1. */
  readonly line?: number;
  readonly dryRun?: true;
}

/** Why a user's change was refused. */
export type RowRefusal = ReasonRequired | Exclude<ChangeOutcome, ChangeMade | ChangeOutdated>;

/** The text of a refusal, for people; `who` is the user, as people know them. */
export function describeRefusal(refusal: RowRefusal, who?: string): string {
  switch (refusal.type) {
    case 'department-not-found':
      return describeUnknownDepartment(refusal);
    case 'email-taken':
      return describeEmailTaken(refusal);
    case 'end-passed':
      return `${refusal.permission} would end at ${refusal.end}, which has passed`;
    case 'identity-taken':
      return `${refusal.identity.subject} at ${refusal.identity.issuer} belongs to the user ${refusal.owner}`;
    case 'invalid-permission':
      return `${JSON.stringify(refusal.text)} is not a permission; write service.<module>, service.<module>.<action> or service.<module>.*`;
    case 'no-admin-left':
      return `${who ?? refusal.user} is the last admin`;
    case 'reason-required':
      return `the reason must match ${refusal.pattern}`;
    case 'too-many-permissions':
      return `${who ?? refusal.user} would hold ${refusal.count} permissions; the limit is ${PERMISSIONS_PER_USER}`;
    case 'unlisted-permission':
      return `the catalogue of permissions does not list ${refusal.permission}${refusal.meant === undefined ? '' : `; did you mean ${refusal.meant}?`}`;
    case 'user-active':
      return `${who ?? refusal.user} is active; deactivate them before they are erased`;
    case 'user-exists':
      return refusal.isErased
        ? `the user ${refusal.user} was erased; no other user can have the id, because the audit log keeps it`
        : `there already is a user ${refusal.user}`;
    case 'user-inactive':
      return `${who ?? refusal.user} is not active, and gets nothing`;
    case 'user-not-found':
      return `no user has the id or e-mail ${refusal.user}${refusal.near ? `; did you mean ${refusal.near.join(', or ')}?` : ''}`;
  }
}

function describeEmailTaken({ email, owner }: EmailTaken): string {
  const { active, userId } = owner;
  const message = `the e-mail ${email} belongs to ${describeUser(owner)}, the user ${userId}`;
  return active
    ? message
    : `${message}, who is inactive: to let them back in, run ops-admin users activate ${userId}; to free the e-mail, run ops-admin users erase ${userId}`;
}

/** Whether a row changed something: an entry is also written for the change of one user that was of nothing. */
export function isDoneRow({ entry, result }: Pick<PermissionRow, 'entry' | 'result'>): boolean {
  return entry !== undefined && !isNothing(result);
}

/** The run that the entries of rows are in; `null` if nothing was written, so that there is nothing to undo. */
export function batchWritten(
  rows: readonly Pick<PermissionRow, 'entry'>[],
  batch: string | null,
): string | null {
  return rows.some(({ entry }) => entry !== undefined) ? batch : null;
}

/** What is said of whoever gets the rights of an admin. */
export function describeNewAdmin(dryRun: boolean): string {
  return dryRun ? 'would be an admin' : 'is an admin now';
}

/** The row of a change that was not made because another one failed, and all or none were to be made. */
export const UNDONE_ROW: Pick<PermissionRow, 'result' | 'message'> = {
  result: 'not-done',
  message: 'not done, because another row failed',
};

/** The row of a refusal. */
export function refusedRow(refusal: RowRefusal, who?: string): Pick<PermissionRow, 'result' | 'message'> {
  return { result: resultOf(refusal), message: describeRefusal(refusal, who) };
}

function resultOf({ type }: RowRefusal): FailedResult {
  switch (type) {
    case 'department-not-found':
    case 'end-passed':
    case 'invalid-permission':
    case 'reason-required':
    case 'too-many-permissions':
    case 'unlisted-permission':
      return 'invalid';
    case 'email-taken':
    case 'identity-taken':
    case 'user-active':
    case 'user-exists':
      return 'conflict';
    default:
      return type;
  }
}
