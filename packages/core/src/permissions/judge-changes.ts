import { type ActorRefused, refusedActor } from '../access/actor.js';
import type { UnknownDepartment } from '../departments/find-department.js';
import { err, ok, type Result } from '../result.js';
import { type IdentityChange, identityKey } from '../users/identity-change.js';
import { distinctEmails } from '../users/parse-person.js';
import { changedMembers, type Person } from '../users/person.js';
import {
  checkPersonChange,
  createdUser,
  isPersonChange,
  type PersonChange,
  personAfter,
} from '../users/person-change.js';
import type { EmailOwner, EmailTaken, ExternalIdentity, User } from '../users/user.js';
import { checkText, checkTexts } from '../values/check-argument.js';
import { foldKey } from '../values/fold-text.js';
import type { ObjectId } from '../values/object-id.js';
import type { Timestamp } from '../values/timestamp.js';
import { canBeHeld, type InvalidPermission, moduleOf } from './permission.js';
import {
  exceedsLimit,
  type PermissionChange,
  type TakeEverything,
  takenBy,
  type UndoPermissions,
} from './permission-change.js';
import { checkEnds, endedBy, endsOf } from './permission-ends.js';
import type { AppliedChange, PermissionSet } from './permission-set.js';
import type {
  ChangeMade,
  ChangeOptions,
  ChangeOutcome,
  ChangeRequest,
  EndPassed,
} from './permission-store.js';

/** A user at the beginning of a transaction. */
export interface UserState {
  readonly email: string | undefined;
  readonly name: string;
  /** As they are kept: what has ended is judged by `now`. */
  readonly permissions: PermissionSet;
  readonly active: boolean;
  /** The newest entry of the user, 0 if there is none; needed only if a request names one, or in a dry run. */
  readonly newestEntryId?: number;
  /** The whole user; needed only if a request {@link isAboutPerson}. */
  readonly user?: User;
  /** What the newest entry took all of, its `members`; needed only if a request takes everything. */
  readonly newestTook?: readonly string[];
}

/** What a store has read to check changes, all at one moment. */
export interface ChangeContext {
  /** The users that the requests name, if they exist. */
  readonly users: ReadonlyMap<ObjectId, UserState>;
  /** The actor; `undefined` if they do not exist. */
  readonly actor: Pick<UserState, 'active' | 'permissions'> | undefined;
  /** Whether anybody active who is not named by a request is an admin for good; needed only if {@link mayTakeAdmin}. */
  readonly hasOtherAdmin: boolean;
  /** The newest entry of the audit log, 0 before the first; needed only if a request has `asOf`. */
  readonly newestEntryId?: number | undefined;
  /** Whose e-mail it is, of those that {@link emailsIn} names in the requests. */
  emailOwnerOf(email: string): EmailOwner | undefined;
  /** Who has an identity that a request names. */
  ownerOf(identity: ExternalIdentity): ObjectId | undefined;
  /** Whether a department exists; needed only for those that {@link departmentsIn} names. */
  hasDepartment(departmentId: ObjectId): boolean;
  /** Whether a user had this id until they were erased; needed only if a request creates one. */
  wasErased?(userId: ObjectId): boolean;
  readonly now: Date;
}

/** The e-mails that a request gives a user. */
export function emailsIn({ change }: Pick<ChangeRequest, 'change'>): readonly string[] {
  return 'person' in change ? (change.person.emails ?? []) : [];
}

/** The departments into which a request puts a user. */
export function departmentsIn({ change }: Pick<ChangeRequest, 'change'>): readonly ObjectId[] {
  return 'person' in change ? [change.person.departmentId ?? []].flat() : [];
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
    if (isIdentityChange(change) || change.action === 'update') return false;
    // What makes an admin is of one module.
    if (change.action === 'remove' && !change.permissions.some((one) => moduleOf(one) === module))
      return false;
    const state = users.get(userId);
    if (state?.active && state.permissions.grants(adminPermission)) mayBeAdmin.add(userId);
    const mayGo = !GIVES.has(change.action) && mayBeAdmin.has(userId);
    if (!TAKES.has(change.action)) mayBeAdmin.add(userId);
    return mayGo;
  });
}

/** The actions that make no admin less, and those that make none. */
const GIVES: ReadonlySet<string> = new Set(['add', 'activate', 'attest', 'create', 'expire']);
const TAKES: ReadonlySet<string> = new Set([
  'attest',
  'remove',
  'everything',
  'deactivate',
  'erase',
  'expire',
]);

/** Whether a change is about who can act as the user, and not about what they can do. */
export function isIdentityChange(change: ChangeRequest['change']): change is IdentityChange {
  return 'identity' in change;
}

/** Whether a change is about who the user is, or who can act as them. */
export function isAboutPerson(
  change: ChangeRequest['change'],
): change is IdentityChange | PersonChange | TakeEverything {
  return isIdentityChange(change) || isPersonChange(change) || change.action === 'everything';
}

/**
 * Decides the outcome of changes, one after the other, each on the result of those before it. A change that is made has no entry
 * yet: `recordChanges` says which entries to write. Throws a `TypeError` for an invalid request, before anything is decided.
 */
export function judgeChanges(
  requests: readonly ChangeRequest[],
  options: ChangeOptions,
  context: ChangeContext,
): Result<readonly ChangeOutcome[], ActorRefused> {
  for (const request of requests) checkRequest(request);
  const refused = options.actor && refusedActor(options.actor, context.actor, context.now);
  if (refused) return err(refused);
  const judge = new Judge(options, context);
  return ok(requests.map((request) => judge.judge(request)));
}

/** A caller without types must not put into a store, or remove from it, what the types do not allow. */
function checkRequest({ change, draft, userId }: ChangeRequest): void {
  checkText(userId, 'userId');
  if (typeof draft !== 'object' || draft === null) throw new TypeError('a change has no draft of its entry');
  if (isIdentityChange(change)) {
    checkText(change.identity.issuer, 'issuer');
    checkText(change.identity.subject, 'subject');
  } else if (isPersonChange(change)) checkPersonChange(change);
  else if (change.action === 'rename') {
    checkText(change.renaming.from, 'from');
    checkText(change.renaming.to, 'to');
  } else if (change.action === 'undo') {
    checkTexts([...change.added, ...change.removed], 'permissions');
    checkEnds(change.endsBefore);
  } else if (change.action !== 'everything' && change.action !== 'expire') {
    checkTexts(change.permissions, 'permissions');
    if (change.action === 'add' || change.action === 'set') checkEnds(change.ends);
  }
}

/** One user while changes are checked. */
interface JudgedUser extends UserState {
  /** Whether a request for them has failed, so that later plans no longer fit. */
  hasFailed: boolean;
  permissions: PermissionSet;
  /** What had ended by now, if anything. */
  readonly expired: AppliedChange | undefined;
  active: boolean;
  user?: User;
  newestTook?: readonly string[];
}

class Judge {
  readonly #options: ChangeOptions;
  readonly #context: ChangeContext;
  readonly #users = new Map<ObjectId, JudgedUser>();
  /** Who is an admin for good: one whose right ends is not counted as another admin. */
  readonly #admins = new Set<ObjectId>();
  readonly #erased = new Set<ObjectId>();
  /** Who has the e-mails that were given or freed, by their keys. */
  readonly #emailOwners = new Map<string, EmailOwner | undefined>();
  /** Who has the identities that were changed, by their keys. */
  readonly #owners = new Map<string, ObjectId | undefined>();

  constructor(options: ChangeOptions, context: ChangeContext) {
    this.#options = options;
    this.#context = context;
    for (const [userId, state] of context.users) this.#add(userId, state);
  }

  /** Takes a user in, as they are now. */
  #add(userId: ObjectId, state: UserState): void {
    const expired = state.permissions.expire(this.#context.now);
    const permissions = expired.after;
    this.#users.set(userId, {
      ...state,
      permissions,
      expired: expired.removed.length > 0 ? expired : undefined,
      hasFailed: false,
    });
    if (this.#isAdmin({ ...state, permissions: permissions.forGood() })) this.#admins.add(userId);
  }

  judge(request: ChangeRequest): ChangeOutcome {
    const { change, userId } = request;
    const user = this.#users.get(userId);
    if (!user && change.action === 'create') return this.#create(userId, change);
    if (!user) return { type: 'user-not-found', user: userId };
    const outcome = this.#judge(request, user);
    if (outcome.type !== 'made') user.hasFailed = true;
    else user.newestTook = change.action === 'everything' ? takenBy(change) : [];
    return outcome;
  }

  #judge(request: ChangeRequest, user: JudgedUser): ChangeOutcome {
    const { asOf, asRecorded = false, change, draft, mayNotAdd, userId } = request;
    if (asOf !== undefined && asOf > (this.#context.newestEntryId ?? asOf)) {
      return { type: 'outdated', user: userId, isUnknownEntry: true };
    }
    if (asOf !== undefined && (user.hasFailed || (user.newestEntryId ?? 0) > asOf)) {
      return { type: 'outdated', user: userId };
    }
    if (asOf !== undefined && asRecorded && user.expired) {
      return { type: 'outdated', user: userId, expired: user.expired };
    }
    const isOfInactive = draft.reverts !== undefined && !user.active;
    const inactive: ChangeOutcome = { type: 'user-inactive', user: userId };
    if (isOfInactive && change.action === 'link') return inactive;
    if (isIdentityChange(change)) return this.#link(userId, user, change);
    if (isPersonChange(change)) return this.#changePerson(userId, user, change);
    if (change.action === 'everything') return this.#takeEverything(userId, user, change);
    if (change.action === 'expire' || change.action === 'attest')
      return this.#make(userId, user, unchanged(user));
    const applied = change.action === 'undo' ? this.#undo(user, change) : this.#apply(user, change);
    if ('type' in applied) return { ...applied, user: userId };
    for (const one of applied.added) {
      const refused = mayNotAdd?.(one) ?? unheldOf(one);
      if (refused) return refused;
    }
    if (isOfInactive && applied.added.length > 0) return inactive;
    return this.#make(userId, user, applied);
  }

  /** Nothing is given that has ended: that is refused where it is asked for, and left out of what is copied or given back. */
  #apply({ permissions }: JudgedUser, change: PermissionChange): AppliedChange | Omit<EndPassed, 'user'> {
    const ends = 'ends' in change && change.ends ? change.ends : {};
    const passed = endedBy(endsOf(ends), this.#context.now);
    const [permission] = passed;
    if (permission === undefined || (change.action !== 'add' && change.action !== 'set'))
      return permissions.apply(change);
    if (change.action === 'add' && !change.keepsLater)
      return { type: 'end-passed', permission, end: ends[permission] as Timestamp };
    const isHeld = new Set<string>(passed);
    const left = change.permissions.filter((one) => !isHeld.has(one));
    return permissions.apply({ ...change, permissions: left } as PermissionChange);
  }

  /** An undo does not go past an end. */
  #undo({ permissions }: JudgedUser, change: UndoPermissions): AppliedChange {
    const undone = permissions.undo(change);
    const left = undone.after.at(this.#context.now);
    return left === undone.after ? undone : permissions.replaceWith(left, left.ends);
  }

  #create(userId: ObjectId, change: Extract<PersonChange, { action: 'create' }>): ChangeOutcome {
    if (this.#erased.has(userId) || this.#context.wasErased?.(userId))
      return { type: 'user-exists', user: userId, isErased: true };
    const refused = this.#takenEmail(userId, change.person) ?? this.#unknownDepartment(change);
    if (refused) return refused;
    const user = createdUser(userId, withDistinctEmails(change.person));
    const { active, emails, permissions, personalInformation } = user;
    const { name } = personalInformation;
    const state = { email: emails[0], name, permissions, active, user, expired: undefined, hasFailed: false };
    const given = { action: 'add', permissions: change.permissions, ends: change.ends ?? {} } as const;
    const applied = this.#apply(state, given);
    if ('type' in applied) return { ...applied, user: userId };
    const unheld = applied.added.map(unheldOf).find((one) => one !== undefined);
    if (unheld) return unheld;
    const outcome = this.#make(userId, state, applied, { person: 'created' }, change);
    if (outcome.type !== 'made') return outcome;
    this.#users.set(userId, state);
    this.#moveEmails([], user);
    return outcome;
  }

  #changePerson(userId: ObjectId, user: JudgedUser, change: PersonChange): ChangeOutcome {
    switch (change.action) {
      case 'create':
        return { type: 'user-exists', user: userId };
      case 'update': {
        const refused = this.#takenEmail(userId, change.person) ?? this.#unknownDepartment(change);
        if (refused) return refused;
        const before = wholeOf(user);
        const update = { ...change, person: withDistinctEmails(change.person) };
        const members = changedMembers(before, update.person);
        const person = members.length > 0 ? 'updated' : 'unchanged';
        const outcome = this.#make(userId, user, unchanged(user), { person, members }, update);
        if (outcome.type === 'made') this.#moveEmails(before.emails, wholeOf(user));
        return outcome;
      }
      case 'activate':
      case 'deactivate': {
        const isSo = user.active === (change.action === 'activate');
        const person = isSo ? 'already-so' : (`${change.action}d` as const);
        return this.#make(userId, user, unchanged(user), { person }, change);
      }
      case 'erase': {
        if (user.active) return { type: 'user-active', user: userId };
        const { emails, identities } = wholeOf(user);
        for (const one of identities) this.#owners.set(identityKey(one), undefined);
        this.#moveEmails(emails);
        this.#users.delete(userId);
        this.#erased.add(userId);
        const applied = user.permissions.remove([...user.permissions]);
        return this.#make(userId, user, applied, { person: 'erased' });
      }
    }
  }

  #takenEmail(claimant: ObjectId, { emails = [] }: Partial<Person>): EmailTaken | undefined {
    for (const email of emails) {
      const key = foldKey(email);
      const owner = this.#emailOwners.has(key)
        ? this.#emailOwners.get(key)
        : this.#context.emailOwnerOf(email);
      if (owner && owner.userId !== claimant) return { type: 'email-taken', email, owner, claimant };
    }
    return undefined;
  }

  #unknownDepartment(change: PersonChange): UnknownDepartment | undefined {
    const department = departmentsIn({ change }).find((id) => !this.#context.hasDepartment(id));
    return department === undefined ? undefined : { type: 'department-not-found', department };
  }

  /** Frees e-mails, and gives those of a user to them. */
  #moveEmails(freed: readonly string[], user?: User): void {
    for (const email of freed) this.#emailOwners.set(foldKey(email), undefined);
    if (!user) return;
    const { active, emails, id, personalInformation } = user;
    const owner = { userId: id, email: emails[0], name: personalInformation.name, active };
    for (const email of emails) this.#emailOwners.set(foldKey(email), owner);
  }

  #takeEverything(userId: ObjectId, user: JudgedUser, change: TakeEverything): ChangeOutcome {
    const applied = user.permissions.apply(change);
    const unlinked = change.keepLinks ? [] : wholeOf(user).identities;
    const isNothing = applied.removed.length + unlinked.length === 0;
    const isRepeated = isNothing && takenBy(change).every((one) => user.newestTook?.includes(one));
    const outcome = this.#make(userId, user, applied, { unlinked, isRepeated }, change);
    if (outcome.type !== 'made') return outcome;
    for (const one of unlinked) this.#owners.set(identityKey(one), undefined);
    return outcome;
  }

  #link(userId: ObjectId, user: JudgedUser, change: IdentityChange): ChangeOutcome {
    const { action, identity } = change;
    const key = identityKey(identity);
    const owner = this.#owners.has(key) ? this.#owners.get(key) : this.#context.ownerOf(identity);
    const isOwn = owner === userId;
    if (action === 'link' && owner !== undefined && !isOwn) {
      return { type: 'identity-taken', identity, owner, claimant: userId };
    }
    if (action === 'link') this.#owners.set(key, userId);
    else if (isOwn) this.#owners.set(key, undefined);
    const link = action === 'link' ? (isOwn ? 'already-so' : 'linked') : isOwn ? 'unlinked' : 'already-so';
    return this.#make(userId, user, unchanged(user), { link }, change);
  }

  /** Makes a change, unless it takes the last admin, or leaves more than a user can hold. */
  #make(
    userId: ObjectId,
    state: JudgedUser,
    applied: AppliedChange,
    outcome: Pick<ChangeMade, 'isRepeated' | 'link' | 'members' | 'person' | 'unlinked'> = {},
    change?: IdentityChange | PersonChange | TakeEverything,
  ): ChangeOutcome {
    if (exceedsLimit(applied))
      return { type: 'too-many-permissions', user: userId, count: applied.after.size };
    const person = change && personAfter(wholeOf(state), change);
    const user = person && { ...person, permissions: applied.after };
    const active = user?.active ?? state.active;
    const isAdmin = this.#isAdmin({ active, permissions: applied.after });
    const wasAdmin = this.#isAdmin(state);
    const isForGood = isAdmin && this.#isAdmin({ active, permissions: applied.after.forGood() });
    const wasForGood = this.#admins.has(userId);
    const losesIt = (wasAdmin && !isAdmin) || (wasForGood && !isForGood);
    const hasOther = this.#context.hasOtherAdmin || this.#admins.size > (wasForGood ? 1 : 0);
    const leavesNoAdmin = losesIt && !hasOther;
    if (leavesNoAdmin && this.#options.keepAdmin) return { type: 'no-admin-left', user: userId };
    if (isForGood) this.#admins.add(userId);
    else this.#admins.delete(userId);
    Object.assign(state, { active, permissions: applied.after, ...(user && { user }) });
    const { email, name } = user ? { email: user.emails[0], name: user.personalInformation.name } : state;
    return {
      type: 'made',
      userId,
      email,
      name,
      change: applied,
      ...(state.expired && { expired: state.expired }),
      ...outcome,
      ...(user && { user }),
      ...(state.newestEntryId !== undefined && { newestEntryId: state.newestEntryId }),
      makesAdmin: isAdmin && !wasAdmin,
      leavesNoAdmin,
    };
  }

  #isAdmin({ active, permissions }: Pick<UserState, 'active' | 'permissions'>): boolean {
    return active && permissions.grants(this.#options.adminPermission);
  }
}

function withDistinctEmails<Given extends Partial<Person>>(person: Given): Given {
  return person.emails ? { ...person, emails: distinctEmails(person.emails) } : person;
}

function unheldOf(text: string): InvalidPermission | undefined {
  return canBeHeld(text) ? undefined : { type: 'invalid-permission', text };
}

function unchanged({ permissions }: UserState): AppliedChange {
  return { before: permissions, after: permissions, added: [], removed: [] };
}

/** The user as they are by now. */
function wholeOf({ active, permissions, user }: UserState): User {
  if (!user) throw new TypeError('who the user is must be known to change it');
  return { ...user, active, permissions };
}
