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

/** The largest number of changes in one request over HTTP (decision 11). */
export const CHANGES_PER_REQUEST = 500;

/** The change of one user. */
export interface PermissionOrder {
  /** An id or an e-mail. */
  readonly user: string;
  readonly permissions: readonly string[];
  /** The line in a file, counted from 1. */
  readonly line?: number;
}

/** A line of a file that is not a valid change; its row is `invalid`. */
export interface UnreadableOrder {
  readonly user: string | null;
  readonly problem: string;
  readonly line?: number;
}

/** What to change, and how. */
export interface PermissionOrders {
  readonly action: 'add' | 'remove';
  readonly orders: readonly (PermissionOrder | UnreadableOrder)[];
  readonly origin: ChangeOrigin;
  /** Who asks for it; missing where the program itself does. */
  readonly actor?: Actor;
  /** Whether removing the last admin is refused; yes by default (decision 11). */
  readonly keepAdmin?: boolean;
  /** Whether nothing is written if any order fails. */
  readonly atomic?: boolean;
  /** Whether it is a dry run: nothing is written, and the rows say what would be. */
  readonly dryRun?: boolean;
  /** Whether an unknown user is not a failure, so that `atomic` continues without them. */
  readonly ignoresUnknown?: boolean;
}

/** The result of orders. */
export interface PermissionsChanged {
  /** A row for each order, in the same order. */
  readonly rows: readonly PermissionRow[];
  /** Whether the last admin is gone, or would be: then nobody can change anything over HTTP. */
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
 * Adds or removes permissions of one user or of many. Checks only the `actor` of the orders: without one, anyone who can
 * call it can change everything. All is one transaction; an order that fails does not stop the others (interface, "PUT
 * /user/remove-permissions"; decisions 5 and 9).
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
    const prepared: (ChangeRequest | RowRefusal | UnreadableOrder)[] = [];
    for (const order of orders) {
      if ('problem' in order) {
        prepared.push(order);
        continue;
      }
      const userId = found.value.get(order.user) as Result<ObjectId, UserNotFound | AmbiguousUser>;
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

/** The row of an order that is not a valid change. */
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
