import type { AccessPolicy } from '../access/access-policy.js';
import type { ActorRefused } from '../access/actor.js';
import { type AuditEntry, draftOf } from '../audit/audit-entry.js';
import type { AuditLog } from '../audit/audit-log.js';
import type { EntryNotFound, RevertTarget } from '../audit/entry-not-found.js';
import { readAuditTrail } from '../audit/read-audit-trail.js';
import {
  type DepartmentEntry,
  type UndoDepartmentsPorts,
  undoDepartments,
} from '../departments/undo-departments.js';
import { err, ok, type Result } from '../result.js';
import { type NamedUser, namesOf } from '../users/describe-user.js';
import { findNames } from '../users/find-names.js';
import { findUserIds } from '../users/find-user.js';
import { identityKey } from '../users/identity-change.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { ChangeInput } from './change-input.js';
import { type ChangeRules, type ReasonRequired, reasonRequired } from './change-rules.js';
import type { PermissionsChanged } from './make-changes.js';
import { changesAnything } from './permission-change.js';
import { describeNewAdmin, type PermissionRow, refusedRow } from './permission-row.js';
import {
  type ChangeMade,
  type ChangeOutcome,
  type ChangeRequest,
  type PermissionStore,
  takesLastAdmin,
} from './permission-store.js';
import { type LaterEntry, type PlannedUndo, planUndo, type UserEntry } from './plan-undo.js';
import { isNothing, resultIn } from './row-result.js';

/**
 * The largest number of entries of an undo, and of holders of a renaming, in one request over HTTP. A command undoes this many in
 * one transaction, unless one user has more.
 */
export const ENTRIES_PER_REVERT = 1_000;

/** The changes to undo, and how. */
export interface RevertChangesInput extends ChangeInput {
  readonly target: RevertTarget;
  /** The largest number of entries; no limit if missing. */
  readonly maxEntries?: number;
}

/** An undo has more entries, or a renaming more holders, than the limit; nothing was changed. */
export interface TooManyEntries {
  readonly type: 'too-many-entries';
  readonly limit: number;
}

/** Why changes were not undone. */
export type RevertChangesError =
  | ReasonRequired
  | EntryNotFound
  | TooManyEntries
  | ActorRefused
  | StoreUnavailable;

/** Needed by {@link revertChanges}. */
export interface RevertChangesPorts extends UndoDepartmentsPorts {
  readonly store: Pick<PermissionStore, 'change'>;
  readonly audit: AuditLog;
  readonly users: Pick<UserDirectory, 'idsByEmail' | 'summaries'>;
  readonly policy: AccessPolicy;
  readonly rules?: ChangeRules | undefined;
}

/**
 * Undoes earlier changes, with a new entry for each; see {@link planUndo} for what is left alone. Returns a row for each entry, the
 * newest first, then one for each named user who does not exist or has no entry in the batch. All entries of users are undone in
 * one transaction, and then those of departments. Errors: `entry-not-found`, `too-many-entries`, `actor-refused`,
 * `store-unavailable`.
 */
export async function revertChanges(
  ports: RevertChangesPorts,
  input: RevertChangesInput,
): Promise<Result<PermissionsChanged, RevertChangesError>> {
  const { dryRun = false, maxEntries, target } = input;
  const unfounded = dryRun ? undefined : reasonRequired(ports.rules, input.origin.reason);
  if (unfounded) return err(unfounded);
  const targeted = await targetedBy(ports, target, maxEntries);
  if (targeted.isErr()) return err(targeted.error);
  const { entries, named: asked, rows: others } = targeted.value;
  // The entries to undo, and those that the undo writes, are not changes of others.
  const undoneIds = new Set(entries.map(({ id }) => id));
  const isOwn = ({ batch, id, reverts }: LaterEntry) =>
    undoneIds.has(id) ||
    (batch !== undefined &&
      (('batch' in target && batch === target.batch) ||
        (batch === input.origin.batch && reverts !== undefined)));
  const ofUsers = entries.filter(isAboutUser);
  const undone = await undo(ports, ofUsers, isOwn, input);
  if (undone.isErr()) return err(undone.error);
  const departments = await undoDepartments(ports, entries.filter(isAboutDepartment), input);
  if (departments.isErr()) return err(departments.error);
  const rows = [
    ...undone.value.rows,
    ...departments.value,
    ...entries.filter(({ action }) => action === 'rotate').map((entry) => rowOfRotation(entry, input)),
    ...others.map((row) => ({ ...row, added: [], removed: [], ...(dryRun && { dryRun }) })),
  ];
  const named = await findNames(
    ports.users,
    rows.flatMap(({ leftAlone = [], userId = '' }) => [userId, ...leftAlone.map(({ actor }) => actor)]),
  );
  // Report what was done, even if the names cannot be read.
  const people = named.unwrapOr(new Map<string, NamedUser>());
  return ok({
    rows: rows.map((row) => {
      if (row.department !== undefined) return row;
      const user = asked.get(row.userId ?? '') ?? row.user ?? '';
      return withNames({ ...row, user }, people);
    }),
    leavesNoAdmin: undone.value.leavesNoAdmin,
  });
}

/** The entries of a target. */
interface Targeted {
  /** The newest first. */
  readonly entries: readonly AuditEntry[];
  /** How the target named users, by their ids. */
  readonly named: ReadonlyMap<string, string>;
  /** The rows of users who do not exist, or have no entry in the batch. */
  readonly rows: readonly PermissionRow[];
}

/** Errors: `entry-not-found` for a missing batch or entry. */
async function targetedBy(
  { audit, users: directory }: RevertChangesPorts,
  target: RevertTarget,
  limit = Number.POSITIVE_INFINITY,
): Promise<Result<Targeted, EntryNotFound | TooManyEntries | StoreUnavailable>> {
  const entries: AuditEntry[] = [];
  const named = new Map<ObjectId, string>();
  const rows: PermissionRow[] = [];
  if (!('batch' in target)) {
    const ids = new Set('entryId' in target ? [target.entryId] : target.entryIds);
    if (ids.size > limit) return err({ type: 'too-many-entries', limit });
    for (const entryId of [...ids].sort((a, b) => b - a)) {
      const entry = await audit.find(entryId);
      if (entry.isErr()) return err(entry.error);
      if (!entry.value) return err({ type: 'entry-not-found', target: { entryId } });
      entries.push(entry.value);
    }
    return ok({ entries, named, rows });
  }
  const { batch, users } = target;
  const ids = await findUserIds(directory, users ?? []);
  if (ids.isErr()) return err(ids.error);
  for (const [user, id] of ids.value) {
    if (id.isErr()) rows.push({ user, ...refusedRow(id.error) });
    else if (!named.has(id.value)) named.set(id.value, user);
  }
  const untouched = new Set(named.keys());
  for (const filter of users ? [...named.keys()].map((userId) => ({ batch, userId })) : [{ batch }]) {
    for await (const entry of readAuditTrail(audit, filter)) {
      if (entry.isErr()) return err(entry.error);
      if (entries.length === limit) return err({ type: 'too-many-entries', limit });
      entries.push(entry.value);
      if (entry.value.userId) untouched.delete(entry.value.userId);
    }
  }
  if (entries.length === 0) {
    const any = await audit.list({ batch, limit: 1 });
    if (any.isErr()) return err(any.error);
    if (any.value.length === 0) return err({ type: 'entry-not-found', target: { batch } });
  }
  // An id need not be that of a user.
  const known = await findNames(directory, untouched);
  if (known.isErr()) return err(known.error);
  for (const userId of untouched) {
    const user = named.get(userId) ?? userId;
    rows.push(
      known.value.has(userId)
        ? { user, userId, result: 'nothing-left', message: `the batch ${batch} has no entry of this user` }
        : { user, ...refusedRow({ type: 'user-not-found', user }) },
    );
  }
  return ok({ entries: entries.sort((a, b) => b.id - a.id), named, rows });
}

function isAboutUser(entry: AuditEntry): entry is UserEntry {
  return entry.userId !== null;
}

function isAboutDepartment(entry: AuditEntry): entry is DepartmentEntry {
  return entry.departmentId !== undefined;
}

/** Undoes entries in one transaction. Returns a row for each, in their order. */
async function undo(
  { audit, clock, policy, store }: RevertChangesPorts,
  entries: readonly UserEntry[],
  isOwn: (later: LaterEntry) => boolean,
  input: RevertChangesInput,
): Promise<Result<PermissionsChanged, ActorRefused | StoreUnavailable>> {
  const { actor, dryRun = false, keepAdmin = true, origin } = input;
  if (entries.length === 0) return ok({ rows: [], leavesNoAdmin: false });
  const planned = await plansFor(audit, entries, isOwn);
  if (planned.isErr()) return err(planned.error);
  const requests = planned.value.flatMap(({ asOf, change, entry, requested = [] }): ChangeRequest[] => {
    if (!change) return [];
    const draft = {
      ...draftOf(change.action === 'undo' ? 'revert' : change.action, requested, origin, clock),
      ...('identity' in change && { identity: change.identity }),
      reverts: entry.id,
    };
    return [{ userId: entry.userId, change, draft, asOf }];
  });
  const options = { actor, adminPermission: policy.adminPermission, keepAdmin, dryRun };
  const changed = await store.change(requests, options);
  if (changed.isErr()) return err(changed.error);
  const outcomes = changed.value.values();
  return ok({
    rows: planned.value.map((plan) => rowOf(plan, plan.change && outcomes.next().value, input)),
    leavesNoAdmin: changed.value.some(takesLastAdmin),
  });
}

/** Plans the undo of entries, the newest first, by the later entries in the audit log. */
async function plansFor(
  audit: AuditLog,
  newestFirst: readonly UserEntry[],
  isOwn: (later: LaterEntry) => boolean,
): Promise<Result<readonly PlannedUndo[], StoreUnavailable>> {
  const users = Map.groupBy(newestFirst, ({ userId }) => userId);
  const oldest = [...users].map(([userId, own]) => ({ userId, afterId: own.at(-1)?.id as number }));
  const read = await audit.entriesOf(oldest);
  if (read.isErr()) return err(read.error);
  const later = new Map<ObjectId | null, LaterEntry[]>([...users.keys()].map((userId) => [userId, []]));
  for (const entry of read.value) later.get(entry.userId)?.push(entry);
  // Another user can have had an identity since the oldest entry about it.
  const identities = new Map(
    newestFirst.flatMap(({ id: afterId, identity, userId }) => {
      if (identity?.subject === undefined) return [];
      const own = { issuer: identity.issuer, subject: identity.subject };
      return [[`${userId} ${identityKey(own)}`, { afterId, identity: own, userId }] as const];
    }),
  );
  for (const { userId, ...since } of identities.values())
    for await (const entry of readAuditTrail(audit, since)) {
      if (entry.isErr()) return err(entry.error);
      if (entry.value.userId !== userId) later.get(userId)?.push(entry.value);
    }
  const plans = [...users].flatMap(([userId, own]) => planUndo(own, later.get(userId) ?? [], isOwn));
  return ok(plans.sort((a, b) => b.entry.id - a.entry.id));
}

/** A rotation is not undone, because the former key proves nothing any more. */
function rowOfRotation({ id: reverts }: AuditEntry, { dryRun = false }: RevertChangesInput): PermissionRow {
  const message = 'a key rotation cannot be undone';
  const nothing = { result: 'nothing-left' as const, added: [], removed: [] };
  return { user: '', ...nothing, reverts, message, ...(dryRun && { dryRun }) };
}

function rowOf(
  { change: asked, entry: { id: reverts, userId }, leftAlone, message, undoneBy }: PlannedUndo,
  outcome: ChangeOutcome | undefined,
  { dryRun = false, origin: { batch } }: RevertChangesInput,
): PermissionRow {
  const made = outcome?.type === 'made' ? outcome : undefined;
  const { entry, link, person } = made ?? {};
  const isUndo = asked?.action === 'undo';
  const isDone = made && !isNothing(link ?? person) && !(isUndo && !changesAnything(made.change));
  // An undo restores nothing that has ended.
  const hasEnded = isUndo && made && !isDone && asked.removed.some((one) => !made.change.after.has(one));
  const identity = isDone && asked && 'identity' in asked && asked.identity;
  return {
    user: userId,
    ...namesOf(made ?? { userId }),
    result: isDone ? resultIn(dryRun, 'reverted') : 'nothing-left',
    added: made?.change.added ?? [],
    removed: made?.change.removed ?? [],
    ...(made?.change.ends && { ends: made.change.ends }),
    ...(identity && (link === 'linked' ? { linked: [identity] } : { unlinked: [identity] })),
    ...(leftAlone.length > 0 && { leftAlone }),
    reverts,
    ...(undoneBy !== undefined && { undoneBy }),
    ...(entry && { entry: entry.id }),
    ...(entry && batch !== undefined && { batch }),
    ...(isDone && messageOfUndo(made, dryRun)),
    ...(message !== undefined && { message }),
    ...(hasEnded && { message: 'what it removed has ended meanwhile' }),
    ...(outcome && outcome.type !== 'made' && refusalOf(outcome)),
    ...(dryRun && { dryRun }),
  };
}

/** Reports a new state of the user, and a new admin. */
function messageOfUndo(made: ChangeMade, dryRun: boolean): Pick<PermissionRow, 'message'> {
  const { person } = made;
  const isState = person === 'activated' || person === 'deactivated';
  const said = [
    ...(isState ? [dryRun ? `would be ${person}` : person] : []),
    ...(made.makesAdmin ? [describeNewAdmin(dryRun)] : []),
  ];
  return said.length > 0 ? { message: said.join(', ') } : {};
}

/** Adds the names of users, and the e-mails of those who changed what was left alone. */
function withNames(
  { email, name, user = '', userId, ...row }: PermissionRow,
  people: ReadonlyMap<string, NamedUser>,
): PermissionRow {
  return {
    user,
    ...namesOf({ userId, email, name, ...people.get(userId ?? '') }),
    ...row,
    ...(row.leftAlone && {
      leftAlone: row.leftAlone.map((one) => {
        const actorEmail = people.get(one.actor)?.email;
        return { ...one, ...(actorEmail !== undefined && { actorEmail }) };
      }),
    }),
  };
}

/** The row of a user whom others changed after the undo was planned. */
const OUTDATED_ROW: Pick<PermissionRow, 'result' | 'message'> = {
  result: 'changed-since',
  message: 'others changed this user meanwhile; try again',
};

function refusalOf(outcome: Exclude<ChangeOutcome, ChangeMade>): Pick<PermissionRow, 'result' | 'message'> {
  return outcome.type === 'outdated' ? OUTDATED_ROW : refusedRow(outcome);
}
