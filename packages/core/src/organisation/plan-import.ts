import type { AuditDraft } from '../audit/audit-entry.js';
import { type AppliedChange, exceedsLimit } from '../permissions/permission-change.js';
import { PermissionSet } from '../permissions/permission-set.js';
import type { TooManyPermissions } from '../permissions/permission-store.js';
import { err, ok, type Result } from '../result.js';
import { identitiesAfter, identityKey } from '../users/identity-change.js';
import type { LinkableIdentity } from '../users/linkable-identity.js';
import type { ExternalIdentity, KeptUser } from '../users/user.js';
import type { ProfileChange, UserProfile } from '../users/user-profile.js';
import { checkText, checkTexts } from '../values/check-argument.js';
import type { ObjectId } from '../values/object-id.js';
import type {
  DepartmentRecord,
  IdentityTaken,
  Imported,
  ImportedDepartment,
  ImportedUser,
  ImportLeavesNoAdmin,
  ImportOptions,
  ImportResult,
  ParentCycle,
  UsersImported,
  UserToImport,
} from './organisation.js';
import { findParentCycle } from './parent-cycle.js';
import { findTakenIdentity } from './taken-identity.js';

/** What an import of users does to a store. */
export interface UserImport extends Imported<ImportedUser> {
  /** The users whose records are new or different; their permissions are only in `changes`. */
  readonly written: readonly KeptUser[];
  /** What goes into the trail, in this order (decision 6): changes of who users are, of identities, and of sets. */
  readonly entries: readonly PlannedEntry[];
  /** The users who would no longer be admins, if no imported user would be one: the store looks for another admin. */
  readonly lostAdmins: readonly ObjectId[];
}

/** An entry of an import. */
export interface PlannedEntry {
  readonly userId: ObjectId;
  readonly change: AppliedChange;
  readonly draft: Pick<AuditDraft, 'action' | 'identity' | 'members' | 'requested'>;
  readonly profile: ProfileChange;
}

/**
 * Plans an import of users. `currents` holds the users that exist, `ownerOf` gives who has an identity now; both are read in
 * the transaction that writes. `newSalt` makes the salt of a new user. Errors: `identity-taken`, `too-many-permissions`. Throws a `TypeError` for an invalid user,
 * before anything is planned.
 */
export function planUserImport(
  users: readonly UserToImport[],
  currents: ReadonlyMap<ObjectId, KeptUser>,
  ownerOf: (identity: ExternalIdentity) => ObjectId | undefined,
  newSalt: () => string,
  options?: ImportOptions,
): Result<UserImport, IdentityTaken | TooManyPermissions> {
  for (const user of users) checkUser(user);
  const taken = findTakenIdentity(users, ownerOf);
  if (taken) return err(taken);
  const summary = { created: 0, updated: 0, unchanged: 0 };
  const records: ImportedUser[] = [];
  const written: KeptUser[] = [];
  const entries: PlannedEntry[] = [];
  const lostAdmins: ObjectId[] = [];
  let hasAdmin = false;
  const isAdmin = (set: PermissionSet, user?: KeptUser) =>
    options !== undefined && user?.active === true && set.grants(options.adminPermission);
  for (const record of users) {
    const current = currents.get(record.id);
    const user = wholeUser(record, current, newSalt);
    const change = (current?.permissions ?? NO_PERMISSIONS).replaceWith(user.permissions);
    if (exceedsLimit(change)) {
      return err({ type: 'too-many-permissions', user: user.id, count: change.after.size });
    }
    const isSameSet = change.after === change.before;
    const isSame = current !== undefined && profileOf(current) === profileOf(user);
    const result = resultOf(current !== undefined, isSameSet && isSame);
    summary[result]++;
    if (!isSame) written.push(user);
    const { links, profile, updates } = personEntries(record, user, current, change.before);
    entries.push(...updates, ...links);
    if (!isSameSet) {
      const draft = { action: 'set' as const, requested: [...user.permissions] };
      entries.push({ userId: user.id, change, draft, profile: { before: profile, after: profile } });
    }
    records.push({
      id: user.id,
      email: user.emails[0],
      result,
      added: change.added,
      removed: change.removed,
      unlinked: links.flatMap(({ draft: { action, identity } }) =>
        action === 'unlink' && identity ? [identity] : [],
      ),
    });
    if (isAdmin(change.after, user)) hasAdmin = true;
    else if (isAdmin(change.before, current)) lostAdmins.push(user.id);
  }
  return ok({ summary, records, written, entries, lostAdmins: hasAdmin ? [] : lostAdmins });
}

function checkUser({ emails, id, identities = [], permissions, personalInformation }: UserToImport): void {
  checkText(id, 'id');
  checkTexts(emails, 'emails');
  const { firstName, lastName, name } = personalInformation;
  for (const part of [firstName, lastName, name]) checkText(part, 'name');
  for (const { issuer, subject } of identities) {
    checkText(issuer, 'issuer');
    checkText(subject, 'subject');
  }
  if (permissions !== undefined) checkTexts([...permissions], 'permissions');
}

/** What an import of users did, or its refusal. */
export function concludeUserImport(
  { lostAdmins, records, summary }: Pick<UserImport, 'lostAdmins' | 'records' | 'summary'>,
  hasOtherAdmin: boolean,
  options: ImportOptions | undefined,
): Result<UsersImported, ImportLeavesNoAdmin> {
  const leavesNoAdmin = lostAdmins.length > 0 && !hasOtherAdmin;
  return leavesNoAdmin && options?.keepAdmin
    ? err({ type: 'import-leaves-no-admin', admins: lostAdmins })
    : ok({ summary, records, leavesNoAdmin });
}

/** What an import did, with the entries that were written. */
export function withEntryIds(
  imported: UsersImported,
  entries: Iterable<{ readonly id: number; readonly userId: ObjectId }>,
): UsersImported {
  const last = new Map([...entries].map(({ id, userId }) => [userId, id]));
  const records = imported.records.map((record) => {
    const entryId = last.get(record.id);
    return entryId === undefined ? record : { ...record, entryId };
  });
  return { ...imported, records };
}

function wholeUser(
  { active, departmentId, identities, permissions, ...rest }: UserToImport,
  current: KeptUser | undefined,
  newSalt: () => string,
): KeptUser {
  return {
    ...rest,
    permissions: permissions ?? current?.permissions ?? NO_PERMISSIONS,
    identities: identities ?? current?.identities ?? [],
    departmentId: departmentId === undefined ? (current?.departmentId ?? null) : departmentId,
    active: active ?? current?.active ?? true,
    salt: current?.salt ?? newSalt(),
  };
}

function resultOf(isThere: boolean, isSame: boolean): ImportResult {
  if (!isThere) return 'created';
  return isSame ? 'unchanged' : 'updated';
}

/** What an import does to who a user is: one entry each, and the profile after them. Identities are removed first. */
function personEntries(
  { identities: named }: UserToImport,
  user: KeptUser,
  current: KeptUser | undefined,
  held: PermissionSet,
): {
  readonly updates: readonly PlannedEntry[];
  readonly links: readonly PlannedEntry[];
  readonly profile: UserProfile;
} {
  const change = { before: held, after: held, added: [], removed: [] };
  let profile: UserProfile = current ?? { ...user, identities: [] };
  const entryOf = (after: UserProfile, draft: Omit<PlannedEntry['draft'], 'requested'>): PlannedEntry => {
    // A record that says nothing about identities does not vouch for them.
    const before = named ? undefined : profile;
    profile = after;
    return {
      userId: user.id,
      change,
      draft: { ...draft, requested: [] },
      profile: { ...(before && { before }), after },
    };
  };
  const updates: PlannedEntry[] = [];
  const { active, departmentId, emails, personalInformation } = user;
  const members = current ? changedMembers(current, user) : [];
  if (members.length > 0) {
    const after = { ...profile, departmentId, emails, personalInformation };
    updates.push(entryOf(after, { action: 'update', members }));
  }
  if (profile.active !== active) {
    updates.push(entryOf({ ...profile, active }, { action: active ? 'activate' : 'deactivate' }));
  }
  const linksOf = (
    action: 'link' | 'unlink',
    some: readonly ExternalIdentity[],
    others: readonly ExternalIdentity[],
  ) => {
    const known = new Set(others.map(identityKey));
    return some
      .filter((identity) => !known.has(identityKey(identity)))
      .map(({ issuer, subject }) => {
        const identity = { issuer, subject } as LinkableIdentity;
        const identities = identitiesAfter(profile.identities, { action, identity });
        return entryOf({ ...profile, identities }, { action, identity });
      });
  };
  const had = current?.identities ?? [];
  const links = [...linksOf('unlink', had, user.identities), ...linksOf('link', user.identities, had)];
  return { updates, links, profile };
}

/** The members whose values an `update` changes. */
function changedMembers(current: KeptUser, user: KeptUser): string[] {
  const members = ['emails', 'personalInformation', 'departmentId'] as const;
  return members.filter((member) => contentOfMember(current, member) !== contentOfMember(user, member));
}

function contentOfMember(
  { departmentId, emails, personalInformation: { firstName, lastName, name } }: KeptUser,
  member: 'emails' | 'personalInformation' | 'departmentId',
): string {
  return JSON.stringify({ departmentId, emails, personalInformation: [firstName, lastName, name] }[member]);
}

/** What an import of departments does to a store. */
export interface DepartmentImport extends Imported<ImportedDepartment> {
  /** The departments that are new or different. */
  readonly written: readonly DepartmentRecord[];
}

/**
 * Plans an import of departments. `currents` holds all that exist, read in the transaction that writes. Errors:
 * `parent-cycle`. Throws a `TypeError` for an invalid department, before anything is planned.
 */
export function planDepartmentImport(
  departments: readonly DepartmentRecord[],
  currents: ReadonlyMap<ObjectId, DepartmentRecord>,
): Result<DepartmentImport, ParentCycle> {
  for (const { code, createdAt, description, id, name, updatedAt } of departments) {
    for (const text of [id, name, description, code, createdAt, updatedAt])
      checkText(text, 'a part of a department');
  }
  const cycle = findParentCycle(
    new Map([...currents.values(), ...departments].map(({ id, parentId }) => [id, parentId])),
  );
  if (cycle) return err({ type: 'parent-cycle', cycle });
  const summary = { created: 0, updated: 0, unchanged: 0 };
  const records: ImportedDepartment[] = [];
  const written: DepartmentRecord[] = [];
  for (const department of departments) {
    const current = currents.get(department.id);
    const isSame = current !== undefined && contentOf(current) === contentOf(department);
    const result = resultOf(current !== undefined, isSame);
    summary[result]++;
    records.push({ id: department.id, result });
    if (!isSame) written.push(department);
  }
  return ok({ summary, records, written });
}

const NO_PERMISSIONS = PermissionSet.of([]);

function profileOf(user: KeptUser): string {
  const { active, departmentId, emails, identities, personalInformation } = user;
  const { firstName, lastName, name } = personalInformation;
  const pairs = identities.map(({ issuer, subject }) => [issuer, subject]);
  return JSON.stringify([emails, firstName, lastName, name, pairs, departmentId, active]);
}

function contentOf(department: DepartmentRecord): string {
  const { name, description, code, parentId, managerId, createdAt, updatedAt } = department;
  return JSON.stringify([name, description, code, parentId, managerId, createdAt, updatedAt]);
}
