import type { AccessPolicy } from '../access/access-policy.js';
import type { ActorRefused } from '../access/actor.js';
import { type AuditAction, type AuditEntry, draftOf } from '../audit/audit-entry.js';
import type { AuditLog } from '../audit/audit-log.js';
import { type EntryNotFound, entryNotFound, type RevertTarget } from '../audit/entry-not-found.js';
import { readAuditTrail } from '../audit/read-audit-trail.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import { findEmails } from '../users/find-emails.js';
import type { IdentityChange } from '../users/identity-change.js';
import type { LinkableIdentity } from '../users/linkable-identity.js';
import type { ExternalIdentity } from '../users/user.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import type { PermissionsChanged } from './change-permissions.js';
import type { JobOptions } from './made-row.js';
import { changesAnything } from './permission-change.js';
import { type LeftAlone, type PermissionRow, refusedRow } from './permission-row.js';
import type { PermissionSet } from './permission-set.js';
import {
  type ChangeMade,
  type ChangeOutcome,
  type ChangeRequest,
  type PermissionStore,
  takesLastAdmin,
} from './permission-store.js';

/** The largest number of entries to undo at once over HTTP (decision 11). */
export const ENTRIES_PER_REVERT = 10_000;

/** Which changes to undo, and how. */
export interface RevertChangesOrder extends JobOptions {
  readonly target: RevertTarget;
  /** The largest number of entries to undo; no limit if missing. */
  readonly maxEntries?: number;
}

/** The run has more entries than can be undone at once; nothing was undone. */
export interface TooManyEntries {
  readonly type: 'too-many-entries';
  readonly limit: number;
}

/** Why changes were not undone. */
export type RevertChangesError = EntryNotFound | TooManyEntries | ActorRefused | StoreUnavailable;

/** Needed by {@link RevertChanges}. */
export interface RevertChangesParts {
  readonly store: PermissionStore;
  readonly audit: AuditLog;
  readonly users: Pick<UserDirectory, 'summaries'>;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
}

/** The result for each entry, and who made the later entries that stopped some of it. */
export interface ChangesReverted extends PermissionsChanged {
  /** Who made the entries that `leftAlone` of the rows names, by their ids: an e-mail, or the actor if there is none. */
  readonly changers: ReadonlyMap<number, string>;
  /** The changes that undo a link or an unlink, by the id of the entry that `reverts` of the row names. */
  readonly identities: ReadonlyMap<number, IdentityChange>;
}

/** An entry of a user. Only a `seal` has no user, and it cannot be undone. */
type UserEntry = AuditEntry & { readonly userId: ObjectId };

type LaterEntry = Pick<AuditEntry, 'actor' | 'added' | 'batch' | 'id' | 'removed'>;

/** A user whose changes are undone. */
interface Subject {
  /** The entries after the oldest one to undo, except those in {@link Subject.changedBy}, the newest at the end. */
  readonly later: LaterEntry[];
  /** Which entry was the last to change a permission, of those after the planned one. */
  readonly changedBy: Map<string, LaterEntry>;
  readonly newestEntryId: number;
  /** `undefined` if the user no longer exists. */
  permissions: PermissionSet | undefined;
}

/** The plan for an entry; without a request there is nothing left to undo. */
interface Plan {
  readonly entry: UserEntry;
  readonly leftAlone: readonly (LeftAlone & Pick<AuditEntry, 'actor'>)[];
  readonly request?: ChangeRequest;
}

/** How often a plan is made again if others change the same user meanwhile. */
const MAX_ATTEMPTS = 10;
/** Entries undone in one transaction. */
const ENTRIES_PER_TRANSACTION = 200;

/**
 * Undoes earlier changes. Checks only the `actor` of the order: without one, anyone who can call it can change everything.
 * It adds what the changes removed and removes what they added, as a new change for each entry. A permission that a later
 * entry added or removed is left as it is (decision 9).
 */
export class RevertChanges {
  readonly #store: PermissionStore;
  readonly #audit: AuditLog;
  readonly #users: RevertChangesParts['users'];
  readonly #clock: Clock;
  readonly #policy: AccessPolicy;

  constructor({ audit, clock, policy, store, users }: RevertChangesParts) {
    this.#store = store;
    this.#audit = audit;
    this.#users = users;
    this.#clock = clock;
    this.#policy = policy;
  }

  /**
   * Gives a row for each entry, the newest first. Errors: `entry-not-found`, `too-many-entries`; `actor-refused` and
   * `store-unavailable`, with which a long run can be undone in part.
   */
  execute(order: RevertChangesOrder): ResultAsync<ChangesReverted, RevertChangesError> {
    return new ResultAsync(this.#revert(order));
  }

  async #revert(order: RevertChangesOrder): Promise<Result<ChangesReverted, RevertChangesError>> {
    const { target } = order;
    const entries = await this.#entriesOf(target, order.maxEntries);
    if (entries.isErr()) return err(entries.error);
    if (entries.value.length === 0) {
      const notFound = await entryNotFound(this.#audit, target);
      return err(notFound.isOk() ? notFound.value : notFound.error);
    }
    // What the run itself did, and what undoing it does, is not the change of others.
    const own = new Set([order.origin.batch, 'batch' in target ? target.batch : undefined]);
    const rows: PermissionRow[] = [];
    const actors = new Map<number, string>();
    let leavesNoAdmin = false;
    // A plan cannot start from a set that was not written, so a dry run is one piece.
    const size = order.dryRun ? entries.value.length : ENTRIES_PER_TRANSACTION;
    for (let start = 0; start < entries.value.length; start += size) {
      const undone = await this.#undo(entries.value.slice(start, start + size), own, order, actors);
      if (undone.isErr()) return err(undone.error);
      rows.push(...undone.value.rows);
      leavesNoAdmin ||= undone.value.leavesNoAdmin;
    }
    const userIds = rows.flatMap(({ userId }) => userId ?? []);
    const named = await findEmails(this.#users, [...userIds, ...actors.values()]);
    // What was done is reported, even if nobody can be named.
    const emails = named.unwrapOr(new Map<string, string | undefined>());
    return ok({
      rows: rows.map((row) => withEmail(row, emails)),
      leavesNoAdmin,
      identities: new Map(
        entries.value.flatMap((entry) =>
          entry.identity ? [[entry.id, relinking(entry.action, entry.identity)] as const] : [],
        ),
      ),
      changers: new Map([...actors].map(([id, actor]) => [id, emails.get(actor) ?? actor])),
    });
  }

  async #entriesOf(
    target: RevertTarget,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<Result<readonly UserEntry[], TooManyEntries | StoreUnavailable>> {
    const found =
      'entryId' in target
        ? (await this.#audit.find(target.entryId)).map((entry) => (entry ? [entry] : []))
        : await collect(readAuditTrail(this.#audit, { batch: target.batch, newestFirst: true }), limit);
    return found.map((entries) => entries.filter(isOfUser));
  }

  async #undo(
    entries: readonly UserEntry[],
    own: ReadonlySet<string | undefined>,
    order: RevertChangesOrder,
    actors: Map<number, string>,
  ): Promise<Result<PermissionsChanged, ActorRefused | StoreUnavailable>> {
    const { actor, dryRun = false, keepAdmin = true, origin } = order;
    const rows = new Map<AuditEntry, PermissionRow>();
    let leavesNoAdmin = false;
    let left = entries;
    for (let attempt = 0; left.length > 0 && attempt < MAX_ATTEMPTS; attempt++) {
      const subjects = await this.#subjectsOf(left);
      if (subjects.isErr()) return err(subjects.error);
      const plans = left.map((entry) =>
        planFor(entry, subjects.value.get(entry.userId) as Subject, own, (action, requested) => ({
          ...draftOf(action, requested, origin, this.#clock),
          reverts: entry.id,
        })),
      );
      const changed = await this.#store.change(
        plans.flatMap(({ request }) => request ?? []),
        { actor, adminPermission: this.#policy.adminPermission, keepAdmin, dryRun },
      );
      if (changed.isErr()) return err(changed.error);
      leavesNoAdmin ||= changed.value.some(takesLastAdmin);
      const outcomes = changed.value.values();
      for (const plan of plans) {
        for (const { actor: name, changedBy } of plan.leftAlone) actors.set(changedBy, name);
        rows.set(plan.entry, rowOf(plan, plan.request && outcomes.next().value, order));
      }
      left = left.filter((entry) => rows.get(entry)?.result === 'not-done');
    }
    return ok({ rows: entries.map((entry) => rows.get(entry) as PermissionRow), leavesNoAdmin });
  }

  async #subjectsOf(
    newestFirst: readonly UserEntry[],
  ): Promise<Result<ReadonlyMap<ObjectId, Subject>, StoreUnavailable>> {
    const oldest = new Map(newestFirst.map((entry) => [entry.userId, entry]));
    const subjects = new Map<ObjectId, Subject>();
    for (const [userId, entry] of oldest) {
      const later: LaterEntry[] = [];
      // Sets are not kept: a user who was changed often has many.
      for await (const read of readAuditTrail(this.#audit, { userId, afterId: entry.id })) {
        if (read.isErr()) return err(read.error);
        const { actor, added, batch, id, removed } = read.value;
        later.push({ actor, added, id, removed, ...(batch !== undefined && { batch }) });
      }
      // After the trail, so that a change between the two makes the plan outdated.
      const held = await this.#store.find(userId);
      if (held.isErr() && held.error.type === 'store-unavailable') return err(held.error);
      subjects.set(userId, {
        later,
        changedBy: new Map(),
        newestEntryId: later.at(-1)?.id ?? entry.id,
        permissions: held.isOk() ? held.value : undefined,
      });
    }
    return ok(subjects);
  }
}

function isOfUser(entry: AuditEntry): entry is UserEntry {
  return entry.userId !== null;
}

/** What is left to undo of an entry, after the plans before it. */
function planFor(
  entry: UserEntry,
  subject: Subject,
  own: ReadonlySet<string | undefined>,
  draft: (action: AuditAction, requested: readonly string[]) => ChangeRequest['draft'],
): Plan {
  const { id, identity, userId } = entry;
  if (identity) {
    // The store itself knows whether anything is left to do.
    const change = relinking(entry.action, identity);
    const request = { userId, change, draft: { ...draft(change.action, []), identity } };
    return { entry, leftAlone: [], request };
  }
  const { changedBy } = subject;
  noteChangesAfter(id, subject, own);
  const isUntouched = (permission: string) => !changedBy.has(permission);
  const undone = { added: entry.added.filter(isUntouched), removed: entry.removed.filter(isUntouched) };
  const plan: Plan = {
    entry,
    leftAlone: [...entry.added, ...entry.removed].flatMap((permission) => {
      const by = changedBy.get(permission);
      return by === undefined ? [] : [{ permission, changedBy: by.id, actor: by.actor }];
    }),
  };
  if (!changesAnything(undone)) return plan;
  const undoing = subject.permissions?.undo(undone);
  if (undoing && !changesAnything(undoing)) return plan;
  subject.permissions = undoing?.after;
  return {
    ...plan,
    request: {
      userId,
      change: { action: 'set', permissions: [...(undoing?.after ?? [])] },
      draft: draft('revert', [...undone.added, ...undone.removed]),
      ifNewestEntryIs: subject.newestEntryId,
    },
  };
}

/** The newest entries are planned first, so that each later one is looked at only once. */
function noteChangesAfter(
  id: number,
  { changedBy, later }: Subject,
  own: ReadonlySet<string | undefined>,
): void {
  for (let one = later.at(-1); one !== undefined && one.id > id; one = later.at(-1)) {
    later.pop();
    if (one.batch !== undefined && own.has(one.batch)) continue;
    for (const permission of [...one.added, ...one.removed]) {
      if (!changedBy.has(permission)) changedBy.set(permission, one);
    }
  }
}

/** The change that undoes the link or the unlink of an identity. */
export function relinking(action: AuditAction, identity: ExternalIdentity): IdentityChange {
  return action === 'link'
    ? { action: 'unlink', identity }
    : { action: 'link', identity: identity as LinkableIdentity };
}

function rowOf(
  { entry: { id: reverts, userId }, leftAlone }: Plan,
  outcome: ChangeOutcome | undefined,
  { dryRun = false, origin: { batch } }: RevertChangesOrder,
): PermissionRow {
  const made = outcome?.type === 'made' ? outcome : undefined;
  const { email, entry } = made ?? {};
  const isDone = made && made.link !== 'already-linked' && made.link !== 'not-linked';
  return {
    user: userId,
    userId,
    ...(email !== undefined && { email }),
    result: isDone ? (dryRun ? 'would-revert' : 'reverted') : 'nothing-left',
    added: made?.change.added ?? [],
    removed: made?.change.removed ?? [],
    ...(leftAlone.length > 0 && {
      leftAlone: leftAlone.map(({ changedBy, permission }) => ({ permission, changedBy })),
    }),
    reverts,
    ...(entry && { entry: entry.id }),
    ...(entry && batch !== undefined && { batch }),
    ...(outcome && outcome.type !== 'made' && refusalOf(outcome)),
    ...(dryRun && { dryRun }),
  };
}

/** A row with nothing left to undo has none from the store. */
function withEmail(
  { email: known, user, userId, ...row }: PermissionRow,
  emails: ReadonlyMap<string, string | undefined>,
): PermissionRow {
  const email = known ?? emails.get(userId ?? '');
  return { user, ...(userId !== undefined && { userId }), ...(email !== undefined && { email }), ...row };
}

function refusalOf(outcome: Exclude<ChangeOutcome, ChangeMade>): Pick<PermissionRow, 'result' | 'message'> {
  if (outcome.type !== 'outdated') return refusedRow(outcome);
  return { result: 'not-done', message: 'others changed this user meanwhile; try again' };
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
