import type { AccessPolicy } from '../access/access-policy.js';
import { type ChangeOrigin, draftOf } from '../audit/audit-entry.js';
import { err, ok, Result, ResultAsync } from '../result.js';
import type { FindUser } from '../users/find-user.js';
import type { AmbiguousUser, UserNotFound } from '../users/user.js';
import { type ObjectId, parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import { type InvalidPermission, parsePermission } from './permission.js';
import type { PermissionSet } from './permission-set.js';
import {
  type ChangeOutcome,
  type ChangeRequest,
  isFailure,
  type PermissionStore,
} from './permission-store.js';

/** What is asked for one user. */
export interface PermissionOrder {
  /** An id or an e-mail. */
  readonly user: string;
  readonly permissions: readonly string[];
}

/** What became of an order; `not-done` is one that would have been carried out, had no other failed. */
export type OrderOutcome = ChangeOutcome | AmbiguousUser | InvalidPermission | { readonly type: 'not-done' };

/** How orders are carried out. */
export interface OrderOptions {
  readonly action: 'add' | 'remove';
  readonly origin: ChangeOrigin;
  /** Whether the removal that would leave no admin is refused. */
  readonly keepAdmin: boolean;
  /** Whether nothing is written where any order fails. */
  readonly atomic: boolean;
  /** Whether nothing is written at all; the outcomes are those it would have had. */
  readonly dryRun: boolean;
}

type Refusal = UserNotFound | AmbiguousUser | InvalidPermission;

/** Adds or removes permissions of many users in one transaction; an order that fails is no obstacle to the others. */
export class ChangeManyPermissions {
  readonly #store: PermissionStore;
  readonly #findUser: FindUser;
  readonly #clock: Clock;
  readonly #policy: AccessPolicy;

  constructor(store: PermissionStore, findUser: FindUser, clock: Clock, policy: AccessPolicy) {
    this.#store = store;
    this.#findUser = findUser;
    this.#clock = clock;
    this.#policy = policy;
  }

  /** Gives an outcome for each order, in their order. Errors: `store-unavailable`. */
  execute(
    orders: readonly PermissionOrder[],
    options: OrderOptions,
  ): ResultAsync<readonly OrderOutcome[], StoreUnavailable> {
    return new ResultAsync(this.#carryOut(orders, options));
  }

  async #carryOut(
    orders: readonly PermissionOrder[],
    options: OrderOptions,
  ): Promise<Result<readonly OrderOutcome[], StoreUnavailable>> {
    const { atomic, dryRun, keepAdmin } = options;
    const prepared: Result<ChangeRequest, Refusal>[] = [];
    // One transaction, one time.
    const draft = draftOf(options.action, [], options.origin, this.#clock);
    for (const order of orders) {
      const id = parseObjectId(order.user);
      // An id is not looked up, and nothing waits: the store itself knows whether there is such a user.
      const userId = id.isOk() ? id : await this.#findUser.execute(order.user).map((user) => user.id);
      if (userId.isErr() && userId.error.type === 'store-unavailable') return err(userId.error);
      prepared.push(
        changeOf(options.action, order.permissions).andThen((change) =>
          (userId as Result<ObjectId, Refusal>).map((found) => ({
            userId: found,
            change,
            draft: { ...draft, requested: order.permissions },
          })),
        ),
      );
    }
    const requests = prepared.flatMap((request) => (request.isOk() ? [request.value] : []));
    const isRefused = atomic && requests.length < orders.length;
    return this.#store
      .changeAll(requests, {
        keepAdmin: keepAdmin ? this.#policy.isAdmin : undefined,
        atomic,
        dryRun: dryRun || isRefused,
      })
      .map((outcomes) => {
        const isUndone = isRefused || (atomic && outcomes.some(isFailure));
        let next = 0;
        return prepared.map((request): OrderOutcome => {
          if (request.isErr()) return request.error;
          const outcome = outcomes[next++] as ChangeOutcome;
          return isUndone && !isFailure(outcome) ? { type: 'not-done' } : outcome;
        });
      });
  }
}

function changeOf(
  action: OrderOptions['action'],
  permissions: readonly string[],
): Result<ChangeRequest['change'], InvalidPermission> {
  if (action === 'remove') return ok((held: PermissionSet) => held.remove(permissions));
  return Result.combine(permissions.map(parsePermission)).map((parsed) => (held) => held.add(parsed));
}
