import { describeUnknownDepartment } from '../departments/find-department.js';
import { describeUser } from '../users/describe-user.js';
import type { EmailTaken, ExternalIdentity } from '../users/user.js';
import type { ReasonRequired } from './change-rules.js';
import { PERMISSIONS_PER_USER } from './permission-change.js';
import type { ChangeMade, ChangeOutcome, ChangeOutdated } from './permission-store.js';
import { type FailedResult, isNothing, type RowResult } from './row-result.js';

/** A permission or an identity that an undo does not touch, because a later entry names it. */
export interface LeftAlone {
  readonly permission?: string | undefined;
  readonly identity?: ExternalIdentity | undefined;
  /** The id of the later entry. */
  readonly changedBy: number;
  /** Its actor: a user id, or `cli:` with a name. */
  readonly actor: string;
  /** The first e-mail of that user, if known. */
  readonly actorEmail?: string | undefined;
}

/** The result of one user's change, or of the undo of a department's; plain JSON. */
export interface PermissionRow {
  /** As requested; `null` if a line of a file names nobody. Missing in a row about a department. */
  readonly user?: string | null;
  /** The id of the department, in place of `user`. */
  readonly department?: string;
  readonly userId?: string;
  readonly email?: string;
  readonly name?: string;
  readonly result: RowResult;
  /** The permissions that were added or removed, or would be. */
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  /** The ends that were set, or would be; `null` for permanent strings. */
  readonly ends?: Readonly<Record<string, string | null>>;
  /** The identities that were linked or unlinked, or would be. */
  readonly linked?: readonly ExternalIdentity[];
  readonly unlinked?: readonly ExternalIdentity[];
  /** The held strings that still grant a removed or requested one. */
  readonly stillGrantedBy?: readonly string[];
  readonly leftAlone?: readonly LeftAlone[];
  /** The entry that is undone. */
  readonly reverts?: number;
  /** The entry that undid it before. */
  readonly undoneBy?: number;
  /** The written entry. */
  readonly entry?: number;
  readonly batch?: string;
  /** In a dry run: the newest entry of the user, 0 for none. A change that names it is made only while no newer one exists. */
  readonly asOf?: number;
  /** Why a row failed; otherwise what it means: a new admin, or a string that stays permanent. */
  readonly message?: string;
  /** The line of the file, counted from 1. */
  readonly line?: number;
  readonly dryRun?: true;
}

/** Why a user's change was refused. */
export type RowRefusal = ReasonRequired | NamedTwice | Exclude<ChangeOutcome, ChangeMade | ChangeOutdated>;

/** Two sets of one request name one user: by the id and by an e-mail. */
export interface NamedTwice {
  readonly type: 'named-twice';
}

/** Describes a refusal for people; `who` names the user. */
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
    case 'named-twice':
      return 'another change of this request sets the permissions of the same user';
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
        : `the user ${refusal.user} already exists`;
    case 'user-inactive':
      return `${who ?? refusal.user} is inactive; activate them to add permissions`;
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

/** Reports whether a row changed something: a change of one user also has an entry if it changed nothing. */
export function isDoneRow({ entry, result }: Pick<PermissionRow, 'entry' | 'result'>): boolean {
  return entry !== undefined && !isNothing(result);
}

/** Returns the batch of the written entries; `null` if nothing was written, so that nothing can be undone. */
export function batchWritten(
  rows: readonly Pick<PermissionRow, 'entry'>[],
  batch: string | null,
): string | null {
  return rows.some(({ entry }) => entry !== undefined) ? batch : null;
}

/** Says of a user that they become an admin. */
export function describeNewAdmin(dryRun: boolean): string {
  return dryRun ? 'would be an admin' : 'is an admin now';
}

/** The row of a change that an atomic request did not make, because another one failed. */
export const UNDONE_ROW: Pick<PermissionRow, 'result' | 'message'> = {
  result: 'not-done',
  message: 'not done, because another row failed',
};

export function refusedRow(refusal: RowRefusal, who?: string): Pick<PermissionRow, 'result' | 'message'> {
  return { result: resultOf(refusal), message: describeRefusal(refusal, who) };
}

function resultOf({ type }: RowRefusal): FailedResult {
  switch (type) {
    case 'department-not-found':
    case 'end-passed':
    case 'invalid-permission':
    case 'named-twice':
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
