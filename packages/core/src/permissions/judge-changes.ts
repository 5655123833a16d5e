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
  /** With ended strings, which `now` decides. */
  readonly permissions: PermissionSet;
  readonly active: boolean;
  /** The newest entry of the user, 0 for none; needed only if a request names one, or in a dry run. */
  readonly newestEntryId?: number;
  /** Needed only if a request {@link isAboutPerson}. */
  readonly user?: User;
}

/** The data that a store reads to judge changes, all at one moment. */
export interface ChangeContext {
  /** The users whom the requests name, if they exist. */
  readonly users: ReadonlyMap<ObjectId, UserState>;
  /** Missing if the actor does not exist. */
  readonly actor: Pick<UserState, 'active' | 'permissions'> | undefined;
  /** Whether an active user whom no request names is a permanent admin; needed only if {@link mayTakeAdmin}. */
  readonly hasOtherAdmin: boolean;
  /** The newest entry of the audit log, 0 before the first; needed only if a request has `asOf`. */
  readonly newestEntryId?: number | undefined;
  /** Needed for the e-mails of {@link emailsIn}. */
  emailOwnerOf(email: string): EmailOwner | undefined;
  /** Needed for the identities of requests. */
  ownerOf(identity: ExternalIdentity): ObjectId | undefined;
  /** Needed for the departments of {@link departmentsIn}. */
  hasDepartment(departmentId: ObjectId): boolean;
  /** Whether an erased user had this id; needed only if a request creates one. */
  wasErased?(userId: ObjectId): boolean;
  readonly now: Date;
}

/** Returns the e-mails that a request gives a user. */
export function emailsIn({ change }: Pick<ChangeRequest, 'change'>): readonly string[] {
  return 'person' in change ? (change.person.emails ?? []) : [];
}

/** Returns the departments into which a request puts a user. */
export function departmentsIn({ change }: Pick<ChangeRequest, 'change'>): readonly ObjectId[] {
  return 'person' in change ? [change.person.departmentId ?? []].flat() : [];
}

/** Reports whether requests can remove an admin, so that a store must look for another one. */
export function mayTakeAdmin(
  requests: readonly ChangeRequest[],
  users: ReadonlyMap<ObjectId, UserState>,
  { adminPermission }: Pick<ChangeOptions, 'adminPermission'>,
): boolean {
  const mayBeAdmin = new Set<ObjectId>();
  const module = moduleOf(adminPermission);
  return requests.some(({ change, userId }) => {
    if (isIdentityChange(change) || change.action === 'update') return false;
    // The permissions of an admin belong to one module.
    if (change.action === 'remove' && !change.permissions.some((one) => moduleOf(one) === module))
      return false;
    const state = users.get(userId);
    if (state?.active && state.permissions.grants(adminPermission)) mayBeAdmin.add(userId);
    const mayGo = !GIVES.has(change.action) && mayBeAdmin.has(userId);
    if (!TAKES.has(change.action)) mayBeAdmin.add(userId);
    return mayGo;
  });
}

/** The actions that take nothing from an admin, and those that make none. */
const GIVES: ReadonlySet<string> = new Set(['add', 'activate', 'attest', 'create', 'expire']);
const TAKES: ReadonlySet<string> = new Set([
  'attest',
  'remove',
  'everything',
  'deactivate',
  'erase',
  'expire',
]);

/** Reports whether a change is about an identity of the user. */
export function isIdentityChange(change: ChangeRequest['change']): change is IdentityChange {
  return 'identity' in change;
}

/** Reports whether a change is about the person or their identities. */
export function isAboutPerson(
  change: ChangeRequest['change'],
): change is IdentityChange | PersonChange | TakeEverything {
  return isIdentityChange(change) || isPersonChange(change) || change.action === 'everything';
}

/**
 * Judges changes one after the other, each by the result of those before it. `recordChanges` returns the entries to write. Throws a
 * `TypeError` for an invalid request, before anything is judged.
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

/** Refuses values that the types do not allow. */
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

/** A user while changes are judged. */
interface JudgedUser extends UserState {
  /** Whether a request failed, so that later plans no longer fit. */
  hasFailed: boolean;
  permissions: PermissionSet;
  /** The permissions that have ended. */
  readonly expired: AppliedChange | undefined;
  active: boolean;
  user?: User;
}

class Judge {
  readonly #options: ChangeOptions;
  readonly #context: ChangeContext;
  readonly #users = new Map<ObjectId, JudgedUser>();
  /** Permanent admins: one whose permission ends does not count as another admin. */
  readonly #admins = new Set<ObjectId>();
  readonly #erased = new Set<ObjectId>();
  /** The owners of e-mails that were given or freed, by key. */
  readonly #emailOwners = new Map<string, EmailOwner | undefined>();
  /** The owners of identities that were changed, by key. */
  readonly #owners = new Map<string, ObjectId | undefined>();

  constructor(options: ChangeOptions, context: ChangeContext) {
    this.#options = options;
    this.#context = context;
    for (const [userId, state] of context.users) this.#add(userId, state);
  }

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

  /** Refuses an addition that has ended, and leaves it out of copied, set and restored strings. */
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

  /** An undo restores nothing that has ended. */
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
    const outcome = this.#make(userId, user, applied, { unlinked }, change);
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

  /** Makes a change, unless it removes the last admin, or exceeds the limit of a user. */
  #make(
    userId: ObjectId,
    state: JudgedUser,
    applied: AppliedChange,
    outcome: Pick<ChangeMade, 'link' | 'members' | 'person' | 'unlinked'> = {},
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

function wholeOf({ active, permissions, user }: UserState): User {
  if (!user) throw new TypeError('who the user is must be known to change it');
  return { ...user, active, permissions };
}
