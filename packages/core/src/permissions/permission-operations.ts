import type { ActorRefused } from '../access/actor.js';
import type { EntryNotFound, RevertTarget } from '../audit/entry-not-found.js';
import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { PermissionOrders, PermissionsChanged } from './change-permissions.js';
import type { ChangesReverted, RevertOptions } from './revert-changes.js';

/** What a program asks about changes of permissions: plain data, over a database or over HTTP (decision 9). */
export interface PermissionOperations {
  /** Adds or removes permissions of one user or of many; see `ChangePermissions`. */
  change(
    orders: Omit<PermissionOrders, 'actor'>,
  ): ResultAsync<PermissionsChanged, ActorRefused | StoreUnavailable>;
  /** Undoes an entry, or those of a run; see `RevertChanges`. */
  revert(
    target: RevertTarget,
    options: Omit<RevertOptions, 'actor'>,
  ): ResultAsync<ChangesReverted, EntryNotFound | ActorRefused | StoreUnavailable>;
}
