import { type AuditDraft, expiryDraft } from '../audit/audit-entry.js';
import { describeDepartmentRefusal } from '../departments/department-change.js';
import type { ChangedDepartment } from '../departments/department-entry.js';
import type { DepartmentRecord } from '../departments/department-record.js';
import { changedDepartmentMembers, namesWholeDepartment } from '../departments/department-record.js';
import { describeUnknownDepartment } from '../departments/find-department.js';
import type { ParentCycle } from '../departments/parent-cycle.js';
import { findParentCycle } from '../departments/parent-cycle.js';
import { canBeHeld, type InvalidPermission } from '../permissions/permission.js';
import { exceedsLimit } from '../permissions/permission-change.js';
import { checkEnds, type Ends, endedBy, endsOf, NO_ENDS } from '../permissions/permission-ends.js';
import type { AppliedChange } from '../permissions/permission-set.js';
import { PermissionSet } from '../permissions/permission-set.js';
import type { EndPassed, TooManyPermissions, UserExists } from '../permissions/permission-store.js';
import { err, ok, type Result } from '../result.js';
import { identitiesAfter, identityKey } from '../users/identity-change.js';
import type { LinkableIdentity } from '../users/linkable-identity.js';
import { distinctEmails, isNamed, NO_NAME } from '../users/parse-person.js';
import { changedMembers, checkPerson } from '../users/person.js';
import type { EmailOwner, ExternalIdentity, KeptUser, PersonalInformation } from '../users/user.js';
import type { ProfileChange, UserProfile } from '../users/user-profile.js';
import { checkText, checkTexts } from '../values/check-argument.js';
import { foldKey, trimEnds } from '../values/fold-text.js';
import type { ObjectId } from '../values/object-id.js';
import type { Timestamp } from '../values/timestamp.js';
import type {
  DepartmentToImport,
  Imported,
  ImportedDepartment,
  ImportedUser,
  ImportLeavesNoAdmin,
  ImportOptions,
  ImportResult,
  OpenQuestions,
  RecordMistake,
  RecordMistakes,
  UsersImported,
  UserToImport,
} from './organisation.js';
import { findTakenEmails } from './taken-email.js';
import { findTakenIdentities } from './taken-identity.js';

/** What an import of users writes. */
export interface UserImport extends Imported<ImportedUser> {
  /** The new and different users; their permissions are only in `entries`. */
  readonly written: readonly KeptUser[];
  /** Changes of users, of identities, and of sets, in this order. */
  readonly entries: readonly PlannedEntry[];
  /** If these leave no admin, the store looks for another one. */
  readonly open: OpenQuestions;
}

/** An entry of an import. */
export interface PlannedEntry {
  readonly userId: ObjectId;
  readonly change: AppliedChange;
  readonly draft: Pick<AuditDraft, 'action' | 'identity' | 'members' | 'requested'>;
  readonly profile: ProfileChange;
}

/** Returns the draft of an entry of an import. */
export function plannedDraft(
  run: Omit<AuditDraft, 'requested'>,
  { change, draft }: Pick<PlannedEntry, 'change' | 'draft'>,
): AuditDraft {
  return draft.action === 'expire' ? expiryDraft(run, change) : { ...run, ...draft };
}

/** What a store has read to judge an import of users. */
export interface UserImportContext {
  /** The users who exist. */
  readonly currents: ReadonlyMap<ObjectId, KeptUser>;
  readonly emailOwnerOf: (email: string) => EmailOwner | undefined;
  readonly ownerOf: (identity: ExternalIdentity) => ObjectId | undefined;
  /** Needed only for departments of the records. */
  readonly hasDepartment?: (departmentId: ObjectId) => boolean;
  /** The moment that decides what has ended. */
  readonly now: Date;
  /** See `ChangeContext`. */
  readonly wasErased?: (userId: ObjectId) => boolean;
}

/**
 * Plans an import of users; `newSalt` makes the salt of a new user. Errors: `record-mistakes`, `invalid-permission`,
 * `too-many-permissions`, `end-passed`, and `user-exists` for an erased user. Throws a `TypeError` for an invalid user, before
 * anything is planned.
 */
export function planUserImport(
  users: readonly UserToImport[],
  {
    currents,
    emailOwnerOf,
    hasDepartment = () => true,
    now,
    ownerOf,
    wasErased = () => false,
  }: UserImportContext,
  newSalt: () => string,
  options?: ImportOptions,
): Result<UserImport, RecordMistakes | InvalidPermission | TooManyPermissions | EndPassed | UserExists> {
  for (const user of users) checkUser(user);
  const erased = users.find(({ id }) => !currents.has(id) && wasErased(id));
  if (erased) return err({ type: 'user-exists', user: erased.id, isErased: true });
  const mistakes = [...findTakenEmails(users, emailOwnerOf), ...findTakenIdentities(users, ownerOf)];
  if (options) {
    mistakes.push(...users.flatMap((user) => lackingIn(user, currents.get(user.id))));
    mistakes.push(...users.flatMap((user) => unknownDepartmentOf(user, hasDepartment)));
  }
  if (mistakes.length > 0) return err({ type: 'record-mistakes', mistakes });
  const summary = { created: 0, updated: 0, unchanged: 0 };
  const records: ImportedUser[] = [];
  const written: KeptUser[] = [];
  const entries: PlannedEntry[] = [];
  const demotedAdmins: ObjectId[] = [];
  let hasAdmin = false;
  const isAdmin = (set: PermissionSet, user?: KeptUser) =>
    options !== undefined && user?.active === true && set.grants(options.adminPermission);
  for (const record of users) {
    const current = currents.get(record.id);
    const user = wholeUser(record, current, newSalt);
    const expired = (current?.permissions ?? NO_PERMISSIONS).expire(now);
    const passed = passedEnd(record, now);
    if (passed) return err(passed);
    const { permissions = expired.after } = record;
    const change = expired.after.replaceWith(permissions, endsGiven(record));
    const unheld = change.added.find((one) => !canBeHeld(one));
    if (unheld !== undefined) return err({ type: 'invalid-permission', text: unheld });
    if (exceedsLimit(change)) {
      return err({ type: 'too-many-permissions', user: user.id, count: change.after.size });
    }
    const isSameSet = change.after === change.before;
    const members = current ? changedMembers(current, user) : [];
    if (current && current.active !== user.active) members.push('active');
    const isSame = current !== undefined && members.length === 0 && linksIn(current) === linksIn(user);
    const result = resultOf(current !== undefined, isSameSet && isSame);
    summary[result]++;
    if (!isSame) written.push(user);
    const own =
      current || !options
        ? entriesOfChange(record, user, current ?? { ...user, identities: [] }, change)
        : entriesOfCreation(user, change);
    if (current && own.length > 0 && expired.removed.length > 0)
      entries.push(entryOf(user.id, expired, { action: 'expire' }, current, current, false));
    entries.push(...own);
    const identitiesOf = (action: 'link' | 'unlink') =>
      own.flatMap(({ draft }) => (draft.action === action && draft.identity ? [draft.identity] : []));
    records.push({
      id: user.id,
      email: user.emails[0],
      result,
      added: change.added,
      removed: change.removed,
      ...(change.ends && { ends: change.ends }),
      linked: identitiesOf('link'),
      unlinked: identitiesOf('unlink'),
      members,
      lostEmails: current ? current.emails.filter((email) => !user.emails.includes(email)) : [],
      lostNames: current !== undefined && losesNames(current, user),
      ...(isAdmin(change.after, user) && !isAdmin(change.before, current) && { makesAdmin: true as const }),
    });
    // An admin whose permission ends does not count as another admin.
    const wasForGood = isAdmin(change.before.forGood(), current);
    if (isAdmin(change.after.forGood(), user)) hasAdmin = true;
    else if (wasForGood || (isAdmin(change.before, current) && !isAdmin(change.after, user)))
      demotedAdmins.push(user.id);
  }
  return ok({ summary, records, written, entries, open: { hasAdmin, demotedAdmins } });
}

/** Returns mistakes for an e-mail and a name that a new user lacks, or that a record takes away. */
function lackingIn(record: UserToImport, current: KeptUser | undefined): RecordMistake[] {
  const { emails, id, personalInformation } = wholeUser(record, current, () => '');
  const mistakes: RecordMistake[] = [];
  if (emails.length === 0 && current?.emails.length !== 0) {
    const message = current ? 'emails must hold at least one e-mail' : `${NEW_USER_NEEDS} an e-mail (emails)`;
    mistakes.push({ id, member: 'emails', message });
  }
  if (!isNamed(personalInformation) && (!current || isNamed(current.personalInformation))) {
    const message = current
      ? `personalInformation ${NO_NAME}`
      : `${NEW_USER_NEEDS} a name, or a first or last name (personalInformation)`;
    mistakes.push({ id, member: 'personalInformation', message });
  }
  return mistakes;
}

const NEW_USER_NEEDS = 'no user has this id or e-mail, and a new user needs';

/** Returns a mistake for a department that was deleted after the record was read. */
function unknownDepartmentOf(
  { departmentId, id }: UserToImport,
  hasDepartment: (departmentId: ObjectId) => boolean,
): RecordMistake[] {
  if (!departmentId || hasDepartment(departmentId)) return [];
  const unknown = { type: 'department-not-found', department: departmentId } as const;
  return [{ id, member: 'departmentId', message: describeUnknownDepartment(unknown) }];
}

function losesNames({ personalInformation: had }: KeptUser, { personalInformation: has }: KeptUser): boolean {
  return (['firstName', 'lastName', 'name'] as const).some((part) => had[part] !== '' && has[part] === '');
}

function checkUser({
  active,
  ends,
  id,
  identities = [],
  permissions,
  personalInformation = {},
  ...person
}: UserToImport): void {
  checkText(id, 'id');
  checkPerson(person, false);
  const { firstName, lastName, name } = personalInformation;
  for (const part of [firstName, lastName, name]) if (part !== undefined) checkText(part, 'name');
  if (active !== undefined && typeof active !== 'boolean') throw new TypeError('active must be a boolean');
  for (const { issuer, subject } of identities) {
    checkText(issuer, 'issuer');
    checkText(subject, 'subject');
  }
  if (permissions !== undefined) checkTexts([...permissions], 'permissions');
  checkEnds(ends);
}

function endsGiven({ ends, permissions }: UserToImport): Ends | undefined {
  if (ends) return endsOf(ends);
  return permissions && permissions.ends.size > 0 ? permissions.ends : undefined;
}

/** Finds an end in a record that has passed. */
function passedEnd(record: UserToImport, now: Date): EndPassed | undefined {
  const ends = endsGiven(record) ?? NO_ENDS;
  const [permission = ''] = endedBy(ends, now);
  const end = ends.get(permission);
  return end && { type: 'end-passed', user: record.id, permission, end };
}

/** Returns what an import of users did, or its refusal. */
export function concludeUserImport(
  { open, records, summary }: Pick<UserImport, 'open' | 'records' | 'summary'>,
  hasOtherAdmin: boolean,
  options: ImportOptions | undefined,
): Result<UsersImported, ImportLeavesNoAdmin> {
  const leavesNoAdmin = mayLeaveNoAdmin(open) && !hasOtherAdmin;
  return leavesNoAdmin && options?.keepAdmin && !options.isPart
    ? err({ type: 'import-leaves-no-admin', admins: open.demotedAdmins })
    : ok({ summary, records, leavesNoAdmin, open });
}

/** Reports whether an import can leave no admin: only then a store looks for another one. */
export function mayLeaveNoAdmin({ hasAdmin, demotedAdmins }: OpenQuestions): boolean {
  return demotedAdmins.length > 0 && !hasAdmin;
}

/** Adds the ids of the written entries. */
export function withEntryIds(
  imported: UsersImported,
  entries: Iterable<{ readonly id: number; readonly userId: ObjectId }>,
): UsersImported {
  const last = new Map([...entries].map(({ id, userId }) => [userId, id]));
  return { ...imported, records: imported.records.map((record) => withEntry(record, last.get(record.id))) };
}

/** Adds the id of the written entry, if any. */
export function withEntry<Record extends object>(record: Record, entryId: number | undefined): Record {
  return entryId === undefined ? record : { ...record, entryId };
}

function wholeUser(
  {
    active,
    departmentId,
    emails,
    id,
    identities,
    keepsEmails,
    permissions,
    personalInformation,
  }: UserToImport,
  current: KeptUser | undefined,
  newSalt: () => string,
): KeptUser {
  return {
    id,
    emails: emails
      ? distinctEmails(keepsEmails && current ? [...current.emails, ...emails] : emails)
      : (current?.emails ?? []),
    personalInformation: namesOf(personalInformation, current),
    permissions: permissions ?? current?.permissions ?? NO_PERMISSIONS,
    identities: identities ?? current?.identities ?? [],
    departmentId: departmentId === undefined ? (current?.departmentId ?? null) : departmentId,
    active: active ?? current?.active ?? true,
    salt: current?.salt ?? newSalt(),
  };
}

function namesOf(
  given: UserToImport['personalInformation'],
  current: KeptUser | undefined,
): PersonalInformation {
  const kept = current?.personalInformation;
  if (!given) return kept ?? NO_NAMES;
  const isNameAlone = given.firstName === undefined && given.lastName === undefined;
  const { firstName = '', lastName = '' } = isNameAlone && kept ? kept : given;
  return { firstName, lastName, name: given.name || `${firstName} ${lastName}`.trim() };
}

const NO_NAMES: PersonalInformation = { firstName: '', lastName: '', name: '' };

function resultOf(isThere: boolean, isSame: boolean): ImportResult {
  if (!isThere) return 'created';
  return isSame ? 'unchanged' : 'updated';
}

/** Returns the entries of a new user: one with what they hold, and one for each identity. */
function entriesOfCreation(user: KeptUser, change: AppliedChange): PlannedEntry[] {
  const alone = { ...user, identities: [] };
  const requested = [...user.permissions];
  const created = { userId: user.id, change, draft: { action: 'create' as const, requested } };
  const held = { before: change.after, after: change.after, added: [], removed: [] };
  return [
    { ...created, profile: { after: alone } },
    ...linkEntries('link', user.identities, alone, user, held, true).entries,
  ];
}

/** Returns the entries of an existing user: for the person, the identities and the set. Identities are removed first. */
function entriesOfChange(
  { identities: named }: UserToImport,
  user: KeptUser,
  current: KeptUser,
  change: AppliedChange,
): PlannedEntry[] {
  const held = { before: change.before, after: change.before, added: [], removed: [] };
  // A record without identities does not vouch for them.
  const isWhole = named !== undefined;
  let profile: UserProfile = current;
  const entries: PlannedEntry[] = [];
  const follow = (after: UserProfile, draft: Omit<PlannedEntry['draft'], 'requested'>) => {
    entries.push(entryOf(user.id, held, draft, profile, after, isWhole));
    profile = after;
  };
  const { active, identities: _, ...person } = user;
  const members = changedMembers(current, user);
  if (members.length > 0) follow({ ...profile, ...person }, { action: 'update', members });
  if (current.active !== active)
    follow({ ...profile, active }, { action: active ? 'activate' : 'deactivate' });
  const missingIn = (others: readonly ExternalIdentity[]) => {
    const known = new Set(others.map(identityKey));
    return (identity: ExternalIdentity) => !known.has(identityKey(identity));
  };
  const gone = current.identities.filter(missingIn(user.identities));
  const unlinked = linkEntries('unlink', gone, profile, user, held, isWhole);
  const added = user.identities.filter(missingIn(current.identities));
  const linked = linkEntries('link', added, unlinked.profile, user, held, isWhole);
  entries.push(...unlinked.entries, ...linked.entries);
  if (change.after !== change.before) {
    const draft = { action: 'set' as const, requested: [...user.permissions] };
    const after = linked.profile;
    entries.push({ userId: user.id, change, draft, profile: { before: after, after } });
  }
  return entries;
}

function linkEntries(
  action: 'link' | 'unlink',
  identities: readonly ExternalIdentity[],
  start: UserProfile,
  { id }: KeptUser,
  held: AppliedChange,
  isWhole: boolean,
): { readonly entries: readonly PlannedEntry[]; readonly profile: UserProfile } {
  let profile = start;
  const entries = identities.map(({ issuer, subject }) => {
    const identity = { issuer, subject } as LinkableIdentity;
    const after = { ...profile, identities: identitiesAfter(profile.identities, { action, identity }) };
    const entry = entryOf(id, held, { action, identity }, profile, after, isWhole);
    profile = after;
    return entry;
  });
  return { entries, profile };
}

function entryOf(
  userId: ObjectId,
  change: AppliedChange,
  draft: Omit<PlannedEntry['draft'], 'requested'>,
  before: UserProfile,
  after: UserProfile,
  isWhole: boolean,
): PlannedEntry {
  const profile = { ...(!isWhole && { before }), after };
  return { userId, change, draft: { ...draft, requested: [] }, profile };
}

/** What an import of departments writes. */
export interface DepartmentImport extends Imported<ImportedDepartment> {
  /** The new and different departments. */
  readonly written: readonly DepartmentRecord[];
  /** The same, before and after. */
  readonly changed: readonly ChangedDepartment[];
}

/**
 * Plans an import of departments at a time, by all that exist. Errors: `record-mistakes` for codes, `parent-cycle`. Throws a
 * `TypeError` for an invalid department, before anything is planned.
 */
export function planDepartmentImport(
  departments: readonly DepartmentToImport[],
  currents: ReadonlyMap<ObjectId, DepartmentRecord>,
  time: Timestamp,
): Result<DepartmentImport, ParentCycle | RecordMistakes> {
  const whole = departments.map((given) => wholeDepartment(given, currents.get(given.id), time));
  for (const { code, createdAt, description, id, name, updatedAt } of whole) {
    for (const text of [id, name, description, code, createdAt, updatedAt])
      checkText(text, 'a part of a department');
  }
  const mistakes = findTakenCodes(whole, currents);
  if (mistakes.length > 0) return err({ type: 'record-mistakes', mistakes });
  const cycle = findParentCycle(
    new Map([...currents.values(), ...whole].map(({ id, parentId }) => [id, parentId])),
  );
  if (cycle) return err({ type: 'parent-cycle', cycle });
  const summary = { created: 0, updated: 0, unchanged: 0 };
  const records: ImportedDepartment[] = [];
  const written: DepartmentRecord[] = [];
  const changed: ChangedDepartment[] = [];
  for (const [n, department] of whole.entries()) {
    const current = currents.get(department.id);
    const members = current ? changedDepartmentMembers(current, department) : [];
    const isSame = current !== undefined && members.length === 0;
    const result = resultOf(current !== undefined, isSame);
    summary[result]++;
    const lostParent = department.parentId === null && (current?.parentId ?? null) !== null;
    records.push({ id: department.id, result, members, lostParent });
    if (isSame) continue;
    written.push(department);
    const isWhole = namesWholeDepartment(departments[n] ?? {});
    changed.push(current ? { before: current, after: department, isWhole } : { after: department });
  }
  return ok({ summary, records, written, changed });
}

/** Returns a mistake for each code that another department has in the store, or in a record before. */
function findTakenCodes(
  departments: readonly DepartmentRecord[],
  currents: ReadonlyMap<ObjectId, DepartmentRecord>,
): RecordMistake[] {
  const owners = new Map([...currents.values()].map((one) => [foldKey(one.code), one]));
  const given = new Map<string, ObjectId>();
  return departments.flatMap(({ code, id }): RecordMistake[] => {
    const key = foldKey(code);
    if (key === '') return [];
    const [owner, other] = [owners.get(key), given.get(key) ?? id];
    given.set(key, id);
    if (owner && owner.id !== id) {
      const taken = describeDepartmentRefusal({ type: 'code-taken', code, owner });
      const message = `${taken}; to pass a code on, take it from its department in an earlier import`;
      return [{ id, member: 'code', message }];
    }
    return other === id
      ? []
      : [{ id, member: 'code', message: `the code ${code} is given to ${other}, too` }];
  });
}

/** Completes a record. Without `updatedAt`, a new or different one gets the current time. */
function wholeDepartment(
  given: DepartmentToImport,
  current: DepartmentRecord | undefined,
  time: Timestamp,
): DepartmentRecord {
  const {
    code = '',
    createdAt = time,
    description = '',
    managerId = null,
    name,
    parentId = null,
    updatedAt = createdAt,
  } = { ...current, ...given };
  checkText(code, 'a part of a department');
  const whole = {
    id: given.id,
    name: name as string,
    description,
    code: trimEnds(code),
    parentId,
    managerId,
    createdAt,
    updatedAt,
  };
  const isSame = current && changedDepartmentMembers(current, whole).length === 0;
  return current && !isSame && given.updatedAt === undefined ? { ...whole, updatedAt: time } : whole;
}

const NO_PERMISSIONS = PermissionSet.of([]);

function linksIn({ identities }: KeptUser): string {
  return JSON.stringify(identities.map(({ issuer, subject }) => [issuer, subject]));
}
