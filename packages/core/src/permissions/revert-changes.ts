import type { AccessPolicy } from '../access/access-policy.js';
import type { ActorRefused } from '../access/actor.js';
import { type AuditEntry, draftOf } from '../audit/audit-entry.js';
import type { AuditFilter, AuditLog } from '../audit/audit-log.js';
import type { EntryNotFound, RevertTarget } from '../audit/entry-not-found.js';
import { readAuditTrail, type TrailOrder } from '../audit/read-audit-trail.js';
import { err, ok, type Result } from '../result.js';
import { type NamedUser, namesOf } from '../users/describe-user.js';
import { findNames } from '../users/find-names.js';
import { findUserIds } from '../users/find-user.js';
import { identityKey } from '../users/identity-change.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import { type ChangeRules, type ReasonRequired, reasonRequired } from './change-rules.js';
import { type ChangeInput, messageOf, type PermissionsChanged } from './make-changes.js';
import { changesAnything } from './permission-change.js';
import { type PermissionRow, refusedRow } from './permission-row.js';
import {
  type ChangeMade,
  type ChangeOutcome,
  type PermissionStore,
  takesLastAdmin,
} from './permission-store.js';
import {
  type LaterEntry,
  NamedSince,
  type PlannedUndo,
  type PlannedUser,
  planUndo,
  type UserEntry,
} from './plan-undo.js';
import { isNothing, resultIn } from './row-result.js';

/** The largest number of entries that one request of an undo or a renaming writes over HTTP (decision 11). */
export const ENTRIES_PER_REVERT = 1_000;

/** Which changes to undo, and how. */
export interface RevertChangesInput extends ChangeInput {
  readonly target: RevertTarget;
  /** The largest number of entries to undo; no limit if missing. */
  readonly maxEntries?: number;
}

/** There are more entries to undo, or users to rename for, than can be written at once; nothing was changed. */
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
export interface RevertChangesPorts {
  readonly store: Pick<PermissionStore, 'change'>;
  readonly audit: AuditLog;
  readonly users: Pick<UserDirectory, 'find' | 'idsByEmail' | 'summaries'>;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
  readonly rules?: ChangeRules | undefined;
}

/** How often a plan is made again if others change the same user meanwhile. */
const MAX_ATTEMPTS = 10;
/** Entries undone in one transaction. */
const ENTRIES_PER_TRANSACTION = 200;

/**
 * Undoes earlier changes: adds what they removed and removes what they added, as a new change for each entry. What a later
 * entry named is left as it is, and no entry is undone twice (decision 6, see {@link planUndo}). Gives a row for each entry, the newest first,
 * then one for each user who was named and is nobody, or of whom the run has nothing. Errors, with which nothing was changed:
 * `entry-not-found`, `too-many-entries`. Others: `actor-refused` and `store-unavailable`, with which a long run can be undone in part.
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
  // What is undone, and what undoing it does, is not the change of others.
  const undoneIds = new Set(entries.map(({ id }) => id));
  const own = ({ batch, id, reverts }: LaterEntry) =>
    undoneIds.has(id) ||
    (batch !== undefined &&
      (('batch' in target && batch === target.batch) ||
        (batch === input.origin.batch && reverts !== undefined)));
  const rows: PermissionRow[] = [];
  let leavesNoAdmin = false;
  // A plan cannot start from a set that was not written, so a dry run is one piece.
  const undoable = entries.filter(isAboutUser);
  const size = dryRun ? undoable.length : ENTRIES_PER_TRANSACTION;
  for (let start = 0; start < undoable.length; start += size) {
    const undone = await undo(ports, undoable.slice(start, start + size), own, input);
    if (undone.isErr()) return err(undone.error);
    rows.push(...undone.value.rows);
    leavesNoAdmin ||= undone.value.leavesNoAdmin;
  }
  for (const entry of entries) if (!isAboutUser(entry)) rows.push(rowOfNobody(entry, input));
  rows.push(...others.map((row) => ({ ...row, added: [], removed: [], ...(dryRun && { dryRun }) })));
  const named = await findNames(
    ports.users,
    rows.flatMap(({ leftAlone = [], userId = '' }) => [userId, ...leftAlone.map(({ actor }) => actor)]),
  );
  // What was done is reported, even if nobody can be named.
  const people = named.unwrapOr(new Map<string, NamedUser>());
  return ok({
    rows: rows.map((row) => {
      const user = asked.get(row.userId ?? '') ?? row.user;
      return withNames({ ...row, user }, people);
    }),
    leavesNoAdmin,
  });
}

/** What a target means. */
interface Targeted {
  /** The newest first. */
  readonly entries: readonly AuditEntry[];
  /** How users were named, by their ids. */
  readonly named: ReadonlyMap<string, string>;
  /** The rows of users who are nobody, or of whom a run has nothing. */
  readonly rows: readonly PermissionRow[];
}

/** Errors: `entry-not-found` if there is no such run, or if there is none of one of the entries. */
async function targetedBy(
  ports: RevertChangesPorts,
  target: RevertTarget,
  limit = Number.POSITIVE_INFINITY,
): Promise<Result<Targeted, EntryNotFound | TooManyEntries | StoreUnavailable>> {
  const { audit } = ports;
  const notFound = (missing: EntryNotFound['target']) =>
    err({ type: 'entry-not-found' as const, target: missing });
  if ('batch' in target) {
    const { batch, users } = target;
    const found = users
      ? await ofUsers(ports, batch, users, limit)
      : (await collect(readAuditTrail(audit, { batch, newestFirst: true }), limit)).map(whole);
    if (found.isErr() || found.value.entries.length > 0) return found;
    const any = await audit.list({ batch, limit: 1 });
    if (any.isErr()) return err(any.error);
    return any.value.length > 0 ? found : notFound({ batch });
  }
  const ids = new Set('entryId' in target ? [target.entryId] : target.entryIds);
  if (ids.size > limit) return err({ type: 'too-many-entries', limit });
  const entries: AuditEntry[] = [];
  for (const entryId of [...ids].sort((a, b) => b - a)) {
    const entry = await audit.find(entryId);
    if (entry.isErr()) return err(entry.error);
    if (!entry.value) return notFound({ entryId });
    entries.push(entry.value);
  }
  return ok(whole(entries));
}

function whole(entries: readonly AuditEntry[]): Targeted {
  return { entries, named: new Map(), rows: [] };
}

/** What a run did to some users. */
async function ofUsers(
  { audit, users: directory }: RevertChangesPorts,
  batch: string,
  users: readonly string[],
  limit: number,
): Promise<Result<Targeted, TooManyEntries | StoreUnavailable>> {
  const ids = await findUserIds(directory, users);
  if (ids.isErr()) return err(ids.error);
  const entries: AuditEntry[] = [];
  const named = new Map<string, string>();
  const rows: PermissionRow[] = [];
  const untouched: ObjectId[] = [];
  for (const [user, id] of ids.value) {
    if (id.isErr()) rows.push({ user, ...refusedRow(id.error) });
    if (id.isErr() || named.has(id.value)) continue;
    const userId = id.value;
    named.set(userId, user);
    const own = await collect(readAuditTrail(audit, { batch, userId }), limit - entries.length);
    if (own.isErr()) return err(own.error.type === 'too-many-entries' ? { ...own.error, limit } : own.error);
    entries.push(...own.value);
    if (own.value.length === 0) untouched.push(userId);
  }
  // An id can be that of nobody.
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

/** Undoes entries in one transaction; those whose user others change meanwhile are planned again. */
async function undo(
  ports: RevertChangesPorts,
  entries: readonly UserEntry[],
  own: (later: LaterEntry) => boolean,
  input: RevertChangesInput,
): Promise<Result<PermissionsChanged, ActorRefused | StoreUnavailable>> {
  const { clock, policy, store } = ports;
  const { actor, dryRun = false, keepAdmin = true, origin } = input;
  const rows = new Map<AuditEntry, PermissionRow>();
  let leavesNoAdmin = false;
  let left = entries;
  for (let attempt = 0; left.length > 0 && attempt < MAX_ATTEMPTS; attempt++) {
    const users = await plannedUsers(ports, left);
    if (users.isErr()) return err(users.error);
    const plans = left.map((entry) =>
      planUndo(entry, users.value.get(entry.userId) as PlannedUser, own, (action, requested) => ({
        ...draftOf(action, requested, origin, clock),
        reverts: entry.id,
      })),
    );
    const changed = await store.change(
      plans.flatMap(({ request }) => request ?? []),
      { actor, adminPermission: policy.adminPermission, keepAdmin, dryRun },
    );
    if (changed.isErr()) return err(changed.error);
    leavesNoAdmin ||= changed.value.some(takesLastAdmin);
    const outcomes = changed.value.values();
    for (const plan of plans) rows.set(plan.entry, rowOf(plan, plan.request && outcomes.next().value, input));
    left = left.filter((entry) => rows.get(entry)?.result === 'changed-since');
  }
  return ok({ rows: entries.map((entry) => rows.get(entry) as PermissionRow), leavesNoAdmin });
}

/** The users of entries, as they are now. */
async function plannedUsers(
  { audit, users: directory }: RevertChangesPorts,
  newestFirst: readonly UserEntry[],
): Promise<Result<ReadonlyMap<ObjectId, PlannedUser>, StoreUnavailable>> {
  const oldest = new Map(newestFirst.map((entry) => [entry.userId, entry]));
  const users = new Map<ObjectId, PlannedUser>();
  for (const [userId, entry] of oldest) {
    const read = await laterEntries(audit, { userId, afterId: entry.id });
    if (read.isErr()) return err(read.error);
    const later = read.value;
    // After the trail, so that a change between the two makes the plan outdated.
    const found = await directory.find(userId);
    if (found.isErr()) return err(found.error);
    users.set(userId, {
      later,
      named: new NamedSince(),
      newestEntryId: later.at(-1)?.id ?? entry.id,
      permissions: found.value?.permissions,
    });
  }
  // Somebody else can have had an identity since the oldest entry about it.
  const identities = new Map(
    newestFirst.flatMap(({ id: afterId, identity, userId }) => {
      if (identity?.subject === undefined) return [];
      const own = { issuer: identity.issuer, subject: identity.subject };
      return [[`${userId} ${identityKey(own)}`, { afterId, identity: own, userId }] as const];
    }),
  );
  for (const { userId, ...since } of identities.values()) {
    const { later } = users.get(userId) as PlannedUser;
    const about = await laterEntries(audit, since);
    if (about.isErr()) return err(about.error);
    later.push(...about.value.filter((one) => one.userId !== userId));
    later.sort((one, other) => one.id - other.id);
  }
  return ok(users);
}

/** Without sets, which are not looked at: a user who was changed often has many. */
async function laterEntries(
  audit: AuditLog,
  which: AuditFilter & TrailOrder,
): Promise<Result<Omit<AuditEntry, 'after' | 'before'>[], StoreUnavailable>> {
  const entries: Omit<AuditEntry, 'after' | 'before'>[] = [];
  for await (const read of readAuditTrail(audit, which)) {
    if (read.isErr()) return err(read.error);
    const { after: _, before: __, ...entry } = read.value;
    entries.push(entry);
  }
  return ok(entries);
}

function isAboutUser(entry: AuditEntry): entry is UserEntry {
  return entry.userId !== null;
}

/** A rotation of the keys is not undone: the former key proves nothing any more (decision 6). Nor is a department's import. */
function rowOfNobody(
  { action, id: reverts }: AuditEntry,
  { dryRun = false }: RevertChangesInput,
): PermissionRow {
  return {
    user: '',
    result: 'nothing-left',
    added: [],
    removed: [],
    reverts,
    message:
      action === 'department'
        ? 'an import of departments is not undone: the trail does not have the values'
        : 'a rotation of the keys is not undone',
    ...(dryRun && { dryRun }),
  };
}

function rowOf(
  { entry: { id: reverts, userId }, leftAlone, message, request, undoneBy }: PlannedUndo,
  outcome: ChangeOutcome | undefined,
  { dryRun = false, origin: { batch } }: RevertChangesInput,
): PermissionRow {
  const made = outcome?.type === 'made' ? outcome : undefined;
  const { entry, link, person } = made ?? {};
  const isDone = made && !isNothing(link ?? person) && !hasEnded(request, made);
  const identity = isDone && request?.draft.identity;
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
    ...(hasEnded(request, made) && { message: 'what it took has ended meanwhile' }),
    ...(outcome && outcome.type !== 'made' && refusalOf(outcome)),
    ...(dryRun && { dryRun }),
  };
}

/** What an undo made of a user beside what they hold: whether they are active, and an admin. */
function messageOfUndo(made: ChangeMade, dryRun: boolean): Pick<PermissionRow, 'message'> {
  const { person } = made;
  const isState = person === 'activated' || person === 'deactivated';
  const said = [
    ...(isState ? [dryRun ? `would be ${person}` : person] : []),
    ...Object.values(messageOf(made, dryRun)),
  ];
  return said.length > 0 ? { message: said.join(', ') } : {};
}

/** Whether all that would be given back has ended: an undo does not go past an end (decision 14). */
function hasEnded(request: PlannedUndo['request'], made: ChangeMade | undefined): boolean {
  return made !== undefined && request?.change.action === 'set' && !changesAnything(made.change);
}

/** Names people: the user of a row with nothing left to undo, and who changed what was left alone. */
function withNames(
  { email, name, user, userId, ...row }: PermissionRow,
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

/** The row of a user whom others changed each time the change was tried. */
const OUTDATED_ROW: Pick<PermissionRow, 'result' | 'message'> = {
  result: 'changed-since',
  message: 'others changed this user meanwhile; try again',
};

function refusalOf(outcome: Exclude<ChangeOutcome, ChangeMade>): Pick<PermissionRow, 'result' | 'message'> {
  return outcome.type === 'outdated' ? OUTDATED_ROW : refusedRow(outcome);
}

async function collect(
  entries: AsyncIterable<Result<AuditEntry, StoreUnavailable>>,
  limit: number,
): Promise<Result<AuditEntry[], TooManyEntries | StoreUnavailable>> {
  const all: AuditEntry[] = [];
  for await (const entry of entries) {
    if (entry.isErr()) return err(entry.error);
    if (all.length === limit) return err({ type: 'too-many-entries', limit });
    all.push(entry.value);
  }
  return ok(all);
}
