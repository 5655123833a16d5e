import type { Actor, ActorRefused } from '../access/actor.js';
import type { AuditDraft, AuditEntry } from '../audit/audit-entry.js';
import type { UnknownDepartment } from '../departments/find-department.js';
import { err, ok, type Result, type ResultAsync } from '../result.js';
import type { IdentityChange, IdentityTaken, LinkOutcome, UnlinkOutcome } from '../users/identity-change.js';
import type { PersonChange, PersonOutcome } from '../users/person-change.js';
import type { EmailOwner, EmailTaken, ExternalIdentity, User, UserNotFound } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Timestamp } from '../values/timestamp.js';
import type { UnlistedPermission } from './change-rules.js';
import type { InvalidPermission, Permission } from './permission.js';
import type { AttestPermissions, PermissionChange, TakeEnded, UndoPermissions } from './permission-change.js';
import type { AppliedChange, PermissionSet } from './permission-set.js';

export type {
  Actor,
  ActorRefused,
  AppliedChange,
  AuditDraft,
  AuditEntry,
  EmailOwner,
  EmailTaken,
  ExternalIdentity,
  IdentityChange,
  IdentityTaken,
  LinkOutcome,
  ObjectId,
  Permission,
  PermissionChange,
  PermissionSet,
  PersonChange,
  PersonOutcome,
  StoreUnavailable,
  TakeEnded,
  Timestamp,
  UndoPermissions,
  UnknownDepartment,
  UnlinkOutcome,
  User,
  UserNotFound,
};

/** A change of one user, and what the trail says about it. */
export interface ChangeRequest {
  readonly userId: ObjectId;
  readonly change:
    | PermissionChange
    | AttestPermissions
    | UndoPermissions
    | TakeEnded
    | IdentityChange
    | PersonChange;
  readonly draft: AuditDraft;
  /**
   * An entry, 0 for none: the change is only made if the user has no newer one, not counting those of this call, and if every
   * earlier change of this user in the call was made. Otherwise it is `outdated`.
   */
  readonly asOf?: number;
  /**
   * With `asOf`: also `outdated` where something of the user has ended that no entry tells yet, for it may have been held when that
   * entry was the newest. The call records it, so that who looks again sees it.
   */
  readonly asRecorded?: boolean;
  /** Why a string that a set would add cannot be added, if that is so; the change is refused then. */
  mayNotAdd?(permission: string): InvalidPermission | UnlistedPermission | undefined;
}

/** How changes are made. */
export interface ChangeOptions {
  /** Who asks; their right is checked once, before the first change. Without an actor nobody is checked. */
  readonly actor?: Actor | undefined;
  /** What makes an admin. */
  readonly adminPermission: Permission;
  /** Whether a change that would remove the last admin is refused: `no-admin-left`. */
  readonly keepAdmin: boolean;
  /** Whether nothing is written if any request fails, see `ChangeOutcome`. */
  readonly atomic?: boolean;
  /** Whether the store is only read: no lock, no entry; the outcomes say what would happen. */
  readonly dryRun?: boolean;
  /** Whether unknown users do not make `atomic` undo the others. */
  readonly ignoresUnknown?: boolean;
}

/** A change that was made, or would be. */
export interface ChangeMade {
  readonly type: 'made';
  readonly userId: ObjectId;
  /** The first e-mail of the user, if they have one. */
  readonly email: string | undefined;
  /** Their name, which can be empty. */
  readonly name: string;
  /** What became of the set. */
  readonly change: AppliedChange;
  /** What had ended when the call began, which has an entry of its own before the first of the user. */
  readonly expired?: AppliedChange;
  /** What became of the identity, if one is changed. */
  readonly link?: LinkOutcome | UnlinkOutcome;
  /** The identities that were taken with everything. */
  readonly unlinked?: readonly ExternalIdentity[];
  /** Whether everything was taken of somebody from whom the newest entry took it already, and nothing was left. */
  readonly isRepeated?: boolean;
  /** What became of who the user is, if that is changed. */
  readonly person?: PersonOutcome;
  /** The members of the user that an `update` changes. */
  readonly members?: readonly string[];
  /** The user after it, if the change is about who they are or who can act as them; missing once they are erased. */
  readonly user?: User;
  /**
   * Missing if nothing is written: in a dry run, if another request failed and `atomic` undid this one, and if a change of a
   * run, or of who somebody is, changed nothing.
   */
  readonly entry?: AuditEntry;
  /** The newest entry of the user before the call, 0 if there is none; only needed in a dry run. */
  readonly newestEntryId?: number;
  /** Whether it made an admin of somebody who was none. */
  readonly makesAdmin: boolean;
  /** Whether it removed the last admin. */
  readonly leavesNoAdmin: boolean;
}

/** The change would leave no admin. */
export interface NoAdminLeft {
  readonly type: 'no-admin-left';
  readonly user: ObjectId;
}

/** Somebody who is not active gets nothing back by an undo, and no token. */
export interface UserInactive {
  readonly type: 'user-inactive';
  readonly user: string;
}

/** Somebody else has the id of the user to create, or had it until they were erased: the trail names them by it for good. */
export interface UserExists {
  readonly type: 'user-exists';
  readonly user: ObjectId;
  readonly isErased?: true;
}

/** Somebody who is active is not erased. */
export interface UserActive {
  readonly type: 'user-active';
  readonly user: ObjectId;
}

/** The user was changed meanwhile, see {@link ChangeRequest.asOf}. */
export interface ChangeOutdated {
  readonly type: 'outdated';
  readonly user: ObjectId;
  /** What had ended when the call began, if that is why. */
  readonly expired?: AppliedChange;
}

/** The user would hold more strings than allowed. */
export interface TooManyPermissions {
  readonly type: 'too-many-permissions';
  readonly user: ObjectId;
  /** How many the user would hold. */
  readonly count: number;
}

/** What is to be given ends at a time that has come by the clock of the store. */
export interface EndPassed {
  readonly type: 'end-passed';
  readonly user: ObjectId;
  readonly permission: string;
  readonly end: Timestamp;
}

/** The outcome of a request. */
export type ChangeOutcome =
  | ChangeMade
  | EndPassed
  | InvalidPermission
  | UnlistedPermission
  | UserNotFound
  | NoAdminLeft
  | TooManyPermissions
  | UnknownDepartment
  | EmailTaken
  | IdentityTaken
  | UserInactive
  | UserExists
  | UserActive
  | ChangeOutdated;

/** The refusals with one of these types. */
export type Refused<Type extends ChangeOutcome['type']> = Extract<ChangeOutcome, { readonly type: Type }>;

/** The change that was made, or its refusal with one of these types, which are all that it can have: another one is a bug. */
export function madeOr<Refusal extends ChangeOutcome['type']>(
  outcome: ChangeOutcome | undefined,
  ...refusals: readonly Refusal[]
): Result<ChangeMade, Refused<Refusal>> {
  if (outcome?.type === 'made') return ok(outcome);
  if (refusals.some((type) => type === outcome?.type)) return err(outcome as Refused<Refusal>);
  throw new Error(`a change of a user ended as ${outcome?.type}`);
}

/** Whether a request failed; with `atomic`, one failure undoes the others. */
export function isFailure(
  { type }: ChangeOutcome,
  { ignoresUnknown = false }: Pick<ChangeOptions, 'ignoresUnknown'> = {},
): boolean {
  return type !== 'made' && !(ignoresUnknown && type === 'user-not-found');
}

/** Whether a change removed the last admin. */
export function takesLastAdmin(outcome: ChangeOutcome): boolean {
  return outcome.type === 'made' && outcome.leavesNoAdmin;
}

/** Where users are changed, together with the trail. */
export interface PermissionStore {
  /**
   * The set by which a user may do things at this moment; a change made by any process is seen at once. Who is not
   * active is nobody: `user-not-found`.
   */
  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable>;

  /**
   * Makes changes one after the other in one transaction: reads the sets, checks the actor and every change by
   * `judgeChanges`, and writes the new sets with an entry for each change, durable before it answers.
   * Concurrent calls follow each other; the actor is checked after earlier calls. Gives an outcome for each request. Errors:
   * `actor-refused`, by the time when the transaction begins.
   */
  change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], ActorRefused | StoreUnavailable>;

  /** Some of the users who have a string that ended and has no `expire` entry yet, at most so many. */
  findExpired(limit: number): ResultAsync<readonly ObjectId[], StoreUnavailable>;
}
