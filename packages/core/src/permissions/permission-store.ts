import type { Actor, ActorRefused } from '../access/actor.js';
import type { AuditDraft, AuditEntry } from '../audit/audit-entry.js';
import type { UnknownDepartment } from '../departments/find-department.js';
import { err, ok, type Result, type ResultAsync } from '../result.js';
import type { IdentityChange, IdentityTaken, LinkOutcome } from '../users/identity-change.js';
import type { PersonChange, PersonOutcome } from '../users/person-change.js';
import type { EmailTaken, ExternalIdentity, User, UserNotFound } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Timestamp } from '../values/timestamp.js';
import type { UnlistedPermission } from './change-rules.js';
import type { InvalidPermission, Permission } from './permission.js';
import type { AttestPermissions, PermissionChange, TakeEnded, UndoPermissions } from './permission-change.js';
import type { AppliedChange, PermissionSet } from './permission-set.js';

/** A change of one user, with the draft of its entry. */
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
   * The id of the newest entry that the caller has seen, 0 for none. The change is `outdated` if the user has a newer one, except
   * those of this call, if an earlier change of this user in the call was refused, or if the audit log has no such entry yet: an
   * older database was restored.
   */
  readonly asOf?: number;
  /**
   * With `asOf`: the change is also `outdated` if a permission of the user has ended and no entry reports that, because the caller
   * may have seen it as held. The call records the end, so that the caller sees it at the next look.
   */
  readonly asRecorded?: boolean;
  /** Returns why a set cannot add a string; the change is then refused. */
  mayNotAdd?(permission: string): InvalidPermission | UnlistedPermission | undefined;
}

/** Options of a call that makes changes. */
export interface ChangeOptions {
  /** The caller, whose permission is checked once, before the first change. Without an actor nobody is checked. */
  readonly actor?: Actor | undefined;
  /** The permission of an admin. */
  readonly adminPermission: Permission;
  /** Whether a change that would remove the last admin is refused: `no-admin-left`. */
  readonly keepAdmin: boolean;
  /** Whether nothing is written if any request fails. */
  readonly atomic?: boolean;
  /** Whether the store only reads, without a lock or an entry, and the outcomes report what would happen. */
  readonly dryRun?: boolean;
  /** Whether `atomic` ignores unknown users. */
  readonly ignoresUnknown?: boolean;
}

/** A change that was made, or would be. */
export interface ChangeMade {
  readonly type: 'made';
  readonly userId: ObjectId;
  /** The first one. */
  readonly email: string | undefined;
  /** Can be empty. */
  readonly name: string;
  readonly change: AppliedChange;
  /** The permissions that had ended when the call began; an entry of its own records them before the user's first one. */
  readonly expired?: AppliedChange;
  /** The result for an identity. */
  readonly link?: LinkOutcome;
  /** The identities that a removal of everything took. */
  readonly unlinked?: readonly ExternalIdentity[];
  /** The result for the person. */
  readonly person?: PersonOutcome;
  /** The members of the user that an `update` changes. */
  readonly members?: readonly string[];
  /** The user after a change of the person or of an identity; missing after an erasure. */
  readonly user?: User;
  /**
   * The entry; missing if nothing is written: in a dry run, if another request failed and `atomic` undid this one, and if a change
   * in a batch, or of a person, changed nothing.
   */
  readonly entry?: AuditEntry;
  /** The id of the user's newest entry before the call, 0 for none; only needed in a dry run. */
  readonly newestEntryId?: number;
  readonly makesAdmin: boolean;
  readonly leavesNoAdmin: boolean;
}

/** The change would leave no admin. */
export interface NoAdminLeft {
  readonly type: 'no-admin-left';
  readonly user: ObjectId;
}

/** The user is inactive, and so an undo restores nothing and no token is issued. */
export interface UserInactive {
  readonly type: 'user-inactive';
  readonly user: string;
}

/** Another user has the id of the user to create, or had it before an erasure: the audit log keeps the id. */
export interface UserExists {
  readonly type: 'user-exists';
  readonly user: ObjectId;
  readonly isErased?: true;
}

/** The user is active, and so cannot be erased. */
export interface UserActive {
  readonly type: 'user-active';
  readonly user: ObjectId;
}

/** The user has changed since the caller looked, see {@link ChangeRequest.asOf}. */
export interface ChangeOutdated {
  readonly type: 'outdated';
  readonly user: ObjectId;
  /** The permissions that had ended when the call began, if that is why. */
  readonly expired?: AppliedChange;
  /** Present if the audit log has no such entry yet. */
  readonly isUnknownEntry?: true;
}

/** The user would hold more strings than allowed. */
export interface TooManyPermissions {
  readonly type: 'too-many-permissions';
  readonly user: ObjectId;
  readonly count: number;
}

/** The end of an added permission has passed by the clock of the store. */
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

export type Refused<Type extends ChangeOutcome['type']> = Extract<ChangeOutcome, { readonly type: Type }>;

/** Returns the change that was made, or its refusal with one of these types. Throws for another one, which is a bug. */
export function madeOr<Refusal extends ChangeOutcome['type']>(
  outcome: ChangeOutcome | undefined,
  ...refusals: readonly Refusal[]
): Result<ChangeMade, Refused<Refusal>> {
  if (outcome?.type === 'made') return ok(outcome);
  if (refusals.some((type) => type === outcome?.type)) return err(outcome as Refused<Refusal>);
  throw new Error(`a change of a user ended as ${outcome?.type}`);
}

/** Reports whether a request failed, which undoes the others with `atomic`. */
export function isFailure(
  { type }: ChangeOutcome,
  { ignoresUnknown = false }: Pick<ChangeOptions, 'ignoresUnknown'> = {},
): boolean {
  return type !== 'made' && !(ignoresUnknown && type === 'user-not-found');
}

/** Reports whether a change removed the last admin. */
export function takesLastAdmin(outcome: ChangeOutcome): boolean {
  return outcome.type === 'made' && outcome.leavesNoAdmin;
}

/** Changes users, each change together with its entry in the audit log. */
export interface PermissionStore {
  /**
   * Returns the permissions that an active user holds now; a change by any process counts immediately. An inactive user is
   * `user-not-found`.
   */
  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable>;

  /**
   * Makes changes one after the other in one transaction: reads the sets, checks the actor and every change by
   * `judgeChanges`, and writes the new sets with an entry for each change, durable before it answers. Concurrent calls run one after
   * the other, and the actor is checked after earlier calls. Returns an outcome for each request. Errors: `actor-refused`, judged
   * when the transaction begins.
   */
  change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], ActorRefused | StoreUnavailable>;

  /** Returns at most `limit` users with a permission that has ended and has no `expire` entry. */
  findExpired(limit: number): ResultAsync<readonly ObjectId[], StoreUnavailable>;
}
