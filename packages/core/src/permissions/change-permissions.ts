import type { AccessPolicy } from '../access/access-policy.js';
import type { Actor, ActorRefused } from '../access/actor.js';
import { type ChangeOrigin, draftOf } from '../audit/audit-entry.js';
import { err, ok, Result, ResultAsync } from '../result.js';
import { findUserIds } from '../users/find-user.js';
import type { AmbiguousUser, UserNotFound } from '../users/user.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import { type InvalidPermission, parsePermission } from './permission.js';
import { changesAnything, type PermissionChange } from './permission-change.js';
import {
  type PermissionRow,
  type RowRefusal,
  type RowResult,
  refusedRow,
  UNDONE_ROW,
} from './permission-row.js';
import {
  type ChangeMade,
  type ChangeOutcome,
  type ChangeRequest,
  isFailure,
  type PermissionStore,
  takesLastAdmin,
} from './permission-store.js';

/** Most changes that one request over HTTP may ask for (decision 11). */
export const CHANGES_PER_REQUEST = 500;

/** What is asked for one user. */
export interface PermissionOrder {
  /** An id or an e-mail. */
  readonly user: string;
  readonly permissions: readonly string[];
  /** The line of a file, counted from 1. */
  readonly line?: number;
}

/** A line of a file that asks for nothing that can be done; its row is `invalid`. */
export interface UnreadableOrder {
  readonly user: string | null;
  readonly problem: string;
  readonly line?: number;
}

/** What is to be changed, and how. */
export interface PermissionOrders {
  readonly action: 'add' | 'remove';
  readonly orders: readonly (PermissionOrder | UnreadableOrder)[];
  readonly origin: ChangeOrigin;
  /** On whose behalf, where it is not the program itself that asks. */
  readonly actor?: Actor;
  /** Whether the removal that would leave no admin is refused; yes unless said otherwise (decision 11). */
  readonly keepAdmin?: boolean;
  /** Whether nothing is written where any order fails. */
  readonly atomic?: boolean;
  /** Whether nothing is written at all; the rows are those it would have. */
  readonly dryRun?: boolean;
  /** Whether a user who is not there is no failure, so that `atomic` goes on without them. */
  readonly ignoresUnknown?: boolean;
}

/** What became of orders. */
export interface PermissionsChanged {
  /** A row for each order, in their order. */
  readonly rows: readonly PermissionRow[];
  /** Whether the last admin is gone, or would be: nobody could change anything over HTTP any more. */
  readonly leavesNoAdmin: boolean;
}

/** Needed by {@link ChangePermissions}. */
export interface ChangePermissionsParts {
  readonly store: Pick<PermissionStore, 'change'>;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
  readonly users: Pick<UserDirectory, 'idsByEmail'>;
}

/**
 * Adds or removes permissions of one user or of many. Judges the `actor` of the orders and nobody else: without one, anyone who
 * can call it may change everything. All is one transaction; an order that fails does not keep the others from being carried out
 * (interface, "PUT /user/remove-permissions"; decisions 5 and 9).
 */
export class ChangePermissions {
  readonly #store: ChangePermissionsParts['store'];
  readonly #users: ChangePermissionsParts['users'];
  readonly #clock: Clock;
  readonly #policy: AccessPolicy;

  constructor({ clock, policy, store, users }: ChangePermissionsParts) {
    this.#store = store;
    this.#users = users;
    this.#clock = clock;
    this.#policy = policy;
  }

  /** Errors: `actor-refused`, `store-unavailable`; nothing is changed then. */
  execute(orders: PermissionOrders): ResultAsync<PermissionsChanged, ActorRefused | StoreUnavailable> {
    return new ResultAsync(this.#carryOut(orders));
  }

  async #carryOut(
    how: PermissionOrders,
  ): Promise<Result<PermissionsChanged, ActorRefused | StoreUnavailable>> {
    const { actor, atomic = false, dryRun = false, ignoresUnknown = false, keepAdmin = true, orders } = how;
    // One transaction, one time.
    const draft = draftOf(how.action, [], how.origin, this.#clock);
    const named = orders.flatMap((order) => ('problem' in order ? [] : [order.user]));
    // The store itself knows whether there is a user with an id.
    const found = await findUserIds(this.#users, named);
    if (found.isErr()) return err(found.error);
    const userIds = found.value.values();
    const prepared: (ChangeRequest | RowRefusal | UnreadableOrder)[] = [];
    for (const order of orders) {
      if ('problem' in order) {
        prepared.push(order);
        continue;
      }
      const userId = userIds.next().value as Result<ObjectId, UserNotFound | AmbiguousUser>;
      const change = changeOf(how.action, order.permissions);
      if (change.isErr()) prepared.push(change.error);
      else if (userId.isErr()) prepared.push(userId.error);
      else {
        const { permissions: requested } = order;
        prepared.push({ userId: userId.value, change: change.value, draft: { ...draft, requested } });
      }
    }
    const requests = prepared.filter((one) => 'change' in one);
    const isRefused =
      atomic && prepared.some((one) => !('change' in one) && !(ignoresUnknown && isUnknown(one)));
    const changed = await this.#store.change(requests, {
      actor,
      adminPermission: this.#policy.adminPermission,
      keepAdmin,
      atomic,
      dryRun: dryRun || isRefused,
      ignoresUnknown,
    });
    if (changed.isErr()) return err(changed.error);
    const isUndone =
      isRefused || (atomic && changed.value.some((outcome) => isFailure(outcome, { ignoresUnknown })));
    const outcomes = changed.value.values();
    const rows = prepared.map((one, index) => {
      const order = orders[index] as PermissionOrder | UnreadableOrder;
      if ('problem' in one) return unreadableRow(one, how);
      if (!('change' in one)) return rowOf(order, refusedRow(one), how);
      return rowOf(
        order,
        resultOf(outcomes.next().value as ChangeOutcome, order as PermissionOrder, how, isUndone),
        how,
      );
    });
    return ok({ rows, leavesNoAdmin: !isUndone && changed.value.some(takesLastAdmin) });
  }
}

/** The row of an order that asks for nothing that can be done. */
export function unreadableRow(
  order: UnreadableOrder,
  how: Pick<PermissionOrders, 'action' | 'dryRun'>,
): PermissionRow {
  return rowOf(order, { result: 'invalid', message: order.problem }, how);
}

function isUnknown(one: RowRefusal | UnreadableOrder): boolean {
  return 'type' in one && one.type === 'user-not-found';
}

function changeOf(
  action: PermissionOrders['action'],
  permissions: readonly string[],
): Result<PermissionChange, InvalidPermission> {
  if (action === 'remove') return ok({ action, permissions });
  return Result.combine(permissions.map(parsePermission)).map((parsed) => ({ action, permissions: parsed }));
}

type RowContents = Omit<PermissionRow, 'user' | 'line' | 'dryRun'>;

function rowOf(
  { user, line }: PermissionOrder | UnreadableOrder,
  { email, result, userId, ...contents }: RowContents,
  { action, dryRun = false }: Pick<PermissionOrders, 'action' | 'dryRun'>,
): PermissionRow {
  const nothing = action === 'add' ? { added: [] } : { removed: [] };
  return {
    user,
    ...(userId !== undefined && { userId }),
    ...(email !== undefined && { email }),
    result,
    ...nothing,
    ...contents,
    ...(line !== undefined && { line }),
    ...(dryRun && { dryRun }),
  };
}

function resultOf(
  outcome: ChangeOutcome,
  { permissions }: PermissionOrder,
  how: PermissionOrders,
  isUndone: boolean,
): RowContents {
  if (outcome.type === 'outdated') throw new Error('an order has no precondition');
  if (outcome.type !== 'made') return refusedRow(outcome);
  const { change, email, entry, userId } = outcome;
  const stillGrantedBy =
    how.action === 'remove' && !isUndone ? change.after.grantersOf([...change.removed, ...permissions]) : [];
  return {
    userId,
    ...(email !== undefined && { email }),
    result: doneName(outcome, how),
    ...(!isUndone && (how.action === 'add' ? { added: change.added } : { removed: change.removed })),
    ...(stillGrantedBy.length > 0 && { stillGrantedBy }),
    ...(entry && { entry: entry.id }),
    ...(entry && how.origin.batch !== undefined && { batch: how.origin.batch }),
    ...(isUndone && UNDONE_ROW),
  };
}

function doneName({ change }: ChangeMade, { action, dryRun }: PermissionOrders): RowResult {
  if (action === 'add') return !changesAnything(change) ? 'already-held' : dryRun ? 'would-add' : 'added';
  return !changesAnything(change) ? 'nothing-held' : dryRun ? 'would-remove' : 'removed';
}
