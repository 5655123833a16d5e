import type { Actor, ActorRefused } from '../access/actor.js';
import { err, ok, type Result } from '../result.js';
import { type IdentityChange, identityKey } from '../users/identity-change.js';
import type { ExternalIdentity } from '../users/user.js';
import { checkText, checkTexts } from '../values/check-argument.js';
import type { ObjectId } from '../values/object-id.js';
import { moduleOf, type Permission } from './permission.js';
import { exceedsLimit, type PermissionChange } from './permission-change.js';
import type { PermissionSet } from './permission-set.js';
import type { ChangeMade, ChangeOptions, ChangeOutcome, ChangeRequest } from './permission-store.js';

/** A user at the beginning of a transaction. */
export interface UserState {
  readonly email: string | undefined;
  readonly name: string;
  readonly permissions: PermissionSet;
  readonly active: boolean;
  /** The newest entry of the user, 0 if there is none; needed only if a request names one. */
  readonly newestEntryId?: number;
}

/** What a store has read to check changes, all at one moment. */
export interface ChangeSituation {
  /** The users that the requests name, if they exist. */
  readonly users: ReadonlyMap<ObjectId, UserState>;
  /** What the actor holds; `undefined` if they do not exist. */
  readonly actor: PermissionSet | undefined;
  /** Whether anybody who is not named by a request is an admin; needed only if {@link mayTakeAdmin}. */
  readonly hasOtherAdmin: boolean;
  /** Who has an identity that a request names. */
  ownerOf(identity: ExternalIdentity): ObjectId | undefined;
  readonly now: Date;
}

/** Whether requests can remove an admin, so that a store must look for another one. */
export function mayTakeAdmin(
  requests: readonly ChangeRequest[],
  users: ReadonlyMap<ObjectId, UserState>,
  { adminPermission }: Pick<ChangeOptions, 'adminPermission'>,
): boolean {
  const mayBeAdmin = new Set<ObjectId>();
  const module = moduleOf(adminPermission);
  return requests.some(({ change, userId }) => {
    if (isIdentityChange(change)) return false;
    // What makes an admin is of one module.
    if (change.action === 'remove' && !change.permissions.some((one) => moduleOf(one) === module))
      return false;
    if (users.get(userId)?.permissions.grants(adminPermission)) mayBeAdmin.add(userId);
    const mayGo = change.action !== 'add' && mayBeAdmin.has(userId);
    if (change.action !== 'remove') mayBeAdmin.add(userId);
    return mayGo;
  });
}

/** Whether a change is about who can act as the user, and not about what they can do. */
export function isIdentityChange(change: PermissionChange | IdentityChange): change is IdentityChange {
  return 'identity' in change;
}

/**
 * Decides the outcome of changes, one after the other, each on the result of those before it (decisions 3 and 5). Changes
 * that are made have no entry yet: stores record them by `recordChanges`. Throws a `TypeError` for an invalid request,
 * before anything is decided.
 */
export function judgeChanges(
  requests: readonly ChangeRequest[],
  options: ChangeOptions,
  situation: ChangeSituation,
): Result<readonly ChangeOutcome[], ActorRefused> {
  for (const request of requests) checkRequest(request);
  const refused = options.actor && refusalOf(options.actor, situation);
  if (refused) return err(refused);
  const judge = new Judge(options, situation);
  return ok(requests.map((request) => judge.judge(request)));
}

/** A caller without types must not put into a store, or remove from it, what the types do not allow. */
function checkRequest({ change, draft, userId }: ChangeRequest): void {
  checkText(userId, 'userId');
  if (typeof draft !== 'object' || draft === null) throw new TypeError('a change has no draft of its entry');
  if (isIdentityChange(change)) {
    checkText(change.identity.issuer, 'issuer');
    checkText(change.identity.subject, 'subject');
  } else if (change.action === 'rename') {
    checkText(change.renaming.from, 'from');
    checkText(change.renaming.to, 'to');
  } else checkTexts(change.permissions, 'permissions');
}

/** Users as earlier calls of the same dry run left them. */
export function asLeftByEarlier(
  users: ReadonlyMap<ObjectId, UserState>,
  { earlier }: Pick<ChangeOptions, 'earlier'>,
): ReadonlyMap<ObjectId, UserState> {
  if (!earlier) return users;
  return new Map(
    [...users].map(([userId, state]) => {
      return [userId, { ...state, permissions: earlier.find(userId) ?? state.permissions }];
    }),
  );
}

function refusalOf(
  { mustHold, validUntil }: Actor,
  { actor, now }: ChangeSituation,
): ActorRefused | undefined {
  const refused = (reason: ActorRefused['reason']): ActorRefused => ({ type: 'actor-refused', reason });
  if (validUntil && now >= validUntil) return refused('expired');
  if (!actor) return refused('unknown');
  return actor.grants(mustHold) ? undefined : refused('not-granted');
}

/** One user while changes are checked. */
interface JudgedUser extends UserState {
  /** Whether a request for them has failed, so that later plans no longer fit. */
  hasFailed: boolean;
  permissions: PermissionSet;
}

class Judge {
  readonly #adminPermission: Permission;
  readonly #earlier: ChangeOptions['earlier'];
  readonly #keepAdmin: boolean;
  readonly #hasOtherAdmin: boolean;
  readonly #users = new Map<ObjectId, JudgedUser>();
  readonly #admins = new Set<ObjectId>();
  readonly #ownerOf: ChangeSituation['ownerOf'];
  /** Who has the identities that were changed, by their keys. */
  readonly #owners = new Map<string, ObjectId | undefined>();

  constructor(
    { adminPermission, earlier, keepAdmin }: ChangeOptions,
    { hasOtherAdmin, ownerOf, users }: ChangeSituation,
  ) {
    this.#ownerOf = ownerOf;
    this.#earlier = earlier;
    this.#adminPermission = adminPermission;
    this.#keepAdmin = keepAdmin;
    this.#hasOtherAdmin = hasOtherAdmin;
    for (const [userId, state] of users) {
      this.#users.set(userId, { ...state, hasFailed: false });
      if (this.#isAdmin(state.permissions)) this.#admins.add(userId);
    }
  }

  judge(request: ChangeRequest): ChangeOutcome {
    const { userId } = request;
    const user = this.#users.get(userId);
    if (!user) return { type: 'user-not-found', user: userId };
    const outcome = this.#judge(request, user);
    if (outcome.type === 'made') {
      this.#earlier?.keep(userId, outcome.change, this.#adminPermission);
      user.permissions = outcome.change.after;
    } else user.hasFailed = true;
    return outcome;
  }

  #judge({ change, draft, ifNewestEntryIs, userId }: ChangeRequest, user: JudgedUser): ChangeOutcome {
    if (ifNewestEntryIs !== undefined && (user.hasFailed || user.newestEntryId !== ifNewestEntryIs)) {
      return { type: 'outdated', user: userId };
    }
    const isOfInactive = draft.reverts !== undefined && !user.active;
    const inactive: ChangeOutcome = { type: 'user-inactive', user: userId };
    if (isOfInactive && change.action === 'link') return inactive;
    if (isIdentityChange(change)) return this.#link(userId, user, change);
    const made: ChangeMade = {
      type: 'made',
      userId,
      email: user.email,
      name: user.name,
      change: user.permissions.apply(change),
      leavesNoAdmin: false,
    };
    if (isOfInactive && made.change.added.length > 0) return inactive;
    if (exceedsLimit(made.change)) {
      return { type: 'too-many-permissions', user: userId, count: made.change.after.size };
    }
    const isAdmin = this.#isAdmin(made.change.after);
    if (isAdmin) this.#admins.add(userId);
    if (isAdmin || !this.#admins.has(userId)) return made;

    const isLast = !this.#hasOtherAdmin && this.#admins.size === 1;
    if (isLast && this.#keepAdmin) return { type: 'no-admin-left', user: userId };
    this.#admins.delete(userId);
    return { ...made, leavesNoAdmin: isLast };
  }

  #link(
    userId: ObjectId,
    { email, name, permissions }: JudgedUser,
    { action, identity }: IdentityChange,
  ): ChangeOutcome {
    const key = identityKey(identity);
    const owner = this.#owners.has(key) ? this.#owners.get(key) : this.#ownerOf(identity);
    const isOwn = owner === userId;
    if (action === 'link' && owner !== undefined && !isOwn) {
      return { type: 'identity-taken', identity, owner, claimant: userId };
    }
    if (action === 'link') this.#owners.set(key, userId);
    else if (isOwn) this.#owners.set(key, undefined);
    return {
      type: 'made',
      userId,
      email,
      name,
      change: { before: permissions, after: permissions, added: [], removed: [] },
      link: action === 'link' ? (isOwn ? 'already-linked' : 'linked') : isOwn ? 'unlinked' : 'not-linked',
      leavesNoAdmin: false,
    };
  }

  #isAdmin(permissions: PermissionSet): boolean {
    return permissions.grants(this.#adminPermission);
  }
}
