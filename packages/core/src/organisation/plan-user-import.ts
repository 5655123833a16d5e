import { describeUnknownDepartment } from '../departments/find-department.js';
import { canBeHeld, type InvalidPermission } from '../permissions/permission.js';
import { exceedsLimit } from '../permissions/permission-change.js';
import { checkEnds, type Ends, endedBy, endsOf, NO_ENDS } from '../permissions/permission-ends.js';
import { PermissionSet } from '../permissions/permission-set.js';
import type { EndPassed, TooManyPermissions, UserExists } from '../permissions/permission-store.js';
import { err, ok, type Result } from '../result.js';
import { distinctEmails, isNamed, NO_NAME } from '../users/parse-person.js';
import { changedMembers, checkPerson } from '../users/person.js';
import type { KeptUser, PersonalInformation } from '../users/user.js';
import { checkText, checkTexts } from '../values/check-argument.js';
import type { ObjectId } from '../values/object-id.js';
import { entriesOfChange, entriesOfCreation, entryOfExpiry, type PlannedEntry } from './import-entries.js';
import {
  type Imported,
  type ImportedUser,
  type ImportLeavesNoAdmin,
  type ImportOptions,
  importResult,
  type OpenQuestions,
  type RecordMistake,
  type RecordMistakes,
  type UsersImported,
  type UserToImport,
  withEntry,
} from './organisation.js';
import { type FormerOwners, findTakenValues } from './unique-values.js';

/** The writes of an import of users. */
export interface UserImport extends Imported<ImportedUser> {
  /** The new and different users; their permissions are only in `entries`. */
  readonly written: readonly KeptUser[];
  /** Changes of users, of identities, and of sets, in this order. */
  readonly entries: readonly PlannedEntry[];
  /** If these leave no admin, the store looks for another one. */
  readonly open: OpenQuestions;
}

/** The data that a store reads to judge an import of users. */
export interface UserImportContext extends FormerOwners {
  /** The users who exist. */
  readonly currents: ReadonlyMap<ObjectId, KeptUser>;
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
  { currents, hasDepartment = () => true, now, wasErased = () => false, ...owners }: UserImportContext,
  newSalt: () => string,
  options?: ImportOptions,
): Result<UserImport, RecordMistakes | InvalidPermission | TooManyPermissions | EndPassed | UserExists> {
  for (const user of users) checkUser(user);
  const erased = users.find(({ id }) => !currents.has(id) && wasErased(id));
  if (erased) return err({ type: 'user-exists', user: erased.id, isErased: true });
  const mistakes = findTakenValues(users, owners);
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
    const result = importResult(current !== undefined, isSameSet && isSame);
    summary[result]++;
    if (!isSame) written.push(user);
    const own =
      current || !options
        ? entriesOfChange(record, user, current ?? { ...user, identities: [] }, change)
        : entriesOfCreation(user, change);
    if (current && own.length > 0 && expired.removed.length > 0)
      entries.push(entryOfExpiry(current, expired));
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

const NO_PERMISSIONS = PermissionSet.of([]);

function linksIn({ identities }: KeptUser): string {
  return JSON.stringify(identities.map(({ issuer, subject }) => [issuer, subject]));
}
