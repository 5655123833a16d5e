import type { ActorRefused } from '../access/actor.js';
import type { EntryNotFound } from '../audit/entry-not-found.js';
import type { ResultAsync } from '../result.js';
import type { FindUserError } from '../users/user-operations.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { PermissionOrders, PermissionsChanged } from './change-permissions.js';
import type { CopyPermissionsOrder } from './copy-permissions.js';
import type { DoubtfulPermission } from './find-doubtful.js';
import type { InvalidPermission } from './permission.js';
import type { EverythingRemoved, RemoveEverythingOrder } from './remove-everything.js';
import type { RenamePermissionOrder } from './rename-permission.js';
import type { ChangesReverted, RevertChangesOrder, TooManyEntries } from './revert-changes.js';

/**
 * What a program asks about changes of permissions: plain data, over a database or over HTTP (decision 9). `Failure` is why
 * there is no answer at all.
 */
export interface PermissionOperations<Failure = StoreUnavailable> {
  /** Adds or removes permissions of one user or of many; see `ChangePermissions`. */
  change(orders: Omit<PermissionOrders, 'actor'>): ResultAsync<PermissionsChanged, ActorRefused | Failure>;
  /** Undoes an entry, or those of a run; see `RevertChanges`. */
  revert(
    order: Omit<RevertChangesOrder, 'actor'>,
  ): ResultAsync<ChangesReverted, EntryNotFound | TooManyEntries | ActorRefused | Failure>;
  /** Finds strings whose removal is probably a mistake; see `FindDoubtful`. */
  findDoubtful(permissions: readonly string[]): ResultAsync<readonly DoubtfulPermission[], Failure>;
}

/** Whole jobs, each in one transaction; they require the database itself. */
export interface PermissionJobs {
  /** See `CopyPermissions`. */
  copy(order: CopyPermissionsOrder): ResultAsync<PermissionsChanged, ActorRefused | FindUserError>;
  /** See `RenamePermission`. */
  rename(
    order: RenamePermissionOrder,
  ): ResultAsync<PermissionsChanged, InvalidPermission | ActorRefused | StoreUnavailable>;
  /** See `RemoveEverything`. */
  removeEverything(
    order: RemoveEverythingOrder,
  ): ResultAsync<EverythingRemoved, ActorRefused | FindUserError>;
}
