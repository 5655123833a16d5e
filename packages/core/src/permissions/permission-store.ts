import type { Actor, ActorRefused } from '../access/actor.js';
import type { AuditDraft, AuditEntry } from '../audit/audit-entry.js';
import type { IdentityTaken } from '../organisation/organisation.js';
import type { ResultAsync } from '../result.js';
import type { IdentityChange, LinkOutcome, UnlinkOutcome } from '../users/identity-change.js';
import type { UserNotFound } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { EarlierChanges } from './earlier-changes.js';
import type { Permission } from './permission.js';
import type { AppliedChange, PermissionChange } from './permission-change.js';
import type { PermissionSet } from './permission-set.js';

export type {
  Actor,
  ActorRefused,
  AppliedChange,
  AuditDraft,
  AuditEntry,
  EarlierChanges,
  IdentityChange,
  IdentityTaken,
  LinkOutcome,
  ObjectId,
  Permission,
  PermissionChange,
  PermissionSet,
  StoreUnavailable,
  UnlinkOutcome,
  UserNotFound,
};

/** A change of one user, and what the trail is to say of it. */
export interface ChangeRequest {
  readonly userId: ObjectId;
  readonly change: PermissionChange | IdentityChange;
  readonly draft: AuditDraft;
  /**
   * The change is made only while this is the user's newest entry, apart from those of this very call, and while every
   * earlier change of this user in the call was made; else it is `outdated`.
   */
  readonly ifNewestEntryIs?: number;
}

/** How changes are made. */
export interface ChangeOptions {
  /** On whose behalf; their right is judged once, before the first change. Without one nobody is judged. */
  readonly actor?: Actor | undefined;
  /** What makes an admin. */
  readonly adminPermission: Permission;
  /** Whether the change that would take the last admin away is not made: `no-admin-left`. */
  readonly keepAdmin: boolean;
  /** Whether nothing is written where any request fails, see `ChangeOutcome`. */
  readonly atomic?: boolean;
  /** Whether the store is only read: no lock, no entry; the outcomes are those that changes would have. */
  readonly dryRun?: boolean;
  /** What earlier calls of the same dry run did: these changes are judged after them. */
  readonly earlier?: EarlierChanges;
  /** Whether users who are not there keep `atomic` from nothing. */
  readonly ignoresUnknown?: boolean;
}

/** A change that was made, or would be. */
export interface ChangeMade {
  readonly type: 'made';
  readonly userId: ObjectId;
  /** The first e-mail of the user, if they have one. */
  readonly email: string | undefined;
  /** What became of the set; nothing where an identity was to be changed. */
  readonly change: AppliedChange;
  /** What became of an identity, where one was to be changed. */
  readonly link?: LinkOutcome | UnlinkOutcome;
  /**
   * Missing where nothing is written: in a dry run, where another request failed and `atomic` undid this one, and where a
   * change of a run, or of an identity, changed nothing (decision 6).
   */
  readonly entry?: AuditEntry;
  /** Whether it took the last admin away. */
  readonly leavesNoAdmin: boolean;
}

/** The change would leave no admin at all. */
export interface NoAdminLeft {
  readonly type: 'no-admin-left';
  readonly user: ObjectId;
}

/** The user was changed meanwhile, see {@link ChangeRequest.ifNewestEntryIs}. */
export interface ChangeOutdated {
  readonly type: 'outdated';
  readonly user: ObjectId;
}

/** The user would hold more strings than anybody may (decision 5). */
export interface TooManyPermissions {
  readonly type: 'too-many-permissions';
  readonly user: ObjectId;
  /** How many it would be. */
  readonly count: number;
}

/** What became of a request. */
export type ChangeOutcome =
  | ChangeMade
  | UserNotFound
  | NoAdminLeft
  | TooManyPermissions
  | IdentityTaken
  | ChangeOutdated;

/** Whether a request was not carried out that should have been; with `atomic`, one of these undoes the others. */
export function isFailure(
  { type }: ChangeOutcome,
  { ignoresUnknown = false }: Pick<ChangeOptions, 'ignoresUnknown'> = {},
): boolean {
  return type !== 'made' && !(ignoresUnknown && type === 'user-not-found');
}

/** Whether a change took the last admin away. */
export function takesLastAdmin(outcome: ChangeOutcome): boolean {
  return outcome.type === 'made' && outcome.leavesNoAdmin;
}

/** Where the permissions and identities of users are changed, together with the trail of that. */
export interface PermissionStore {
  /** The set a user holds at this moment; a change made by any process is seen at once (decision 3). */
  find(userId: ObjectId): ResultAsync<PermissionSet, UserNotFound | StoreUnavailable>;

  /**
   * Makes changes one after the other in one transaction: reads the sets, judges the actor and every change by
   * `judgeChanges`, and writes the new sets with an entry for each change, durable before the outcomes are there
   * (decision 5). Concurrent calls follow each other; the actor is judged after the calls before. Gives an outcome for
   * each request. Errors: `actor-refused`, by the clock when the transaction begins.
   */
  change(
    requests: readonly ChangeRequest[],
    options: ChangeOptions,
  ): ResultAsync<readonly ChangeOutcome[], ActorRefused | StoreUnavailable>;
}
