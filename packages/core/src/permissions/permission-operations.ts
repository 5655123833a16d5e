import type { AccessPolicy } from '../access/access-policy.js';
import type { ActorRefused } from '../access/actor.js';
import type { AuditLog } from '../audit/audit-log.js';
import type { EntryNotFound } from '../audit/entry-not-found.js';
import type { UndoDepartmentsPorts } from '../departments/undo-departments.js';
import { ResultAsync } from '../result.js';
import type { UserNotFound } from '../users/user.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { ChangePermissionsInput } from './change-input.js';
import {
  type ChangeOneError,
  type ChangeOneInput,
  changeOne,
  type PermissionsOfOneChanged,
} from './change-one.js';
import { changePermissions } from './change-permissions.js';
import type { ChangeRules, ReasonRequired, UnlistedPermission } from './change-rules.js';
import { type CopyPermissionsInput, copyPermissions } from './copy-permissions.js';
import type { PermissionsChanged } from './make-changes.js';
import type { InvalidPermission } from './permission.js';
import type { PermissionStore } from './permission-store.js';
import { type InvalidRenaming, type RenamePermissionInput, renamePermission } from './rename-permission.js';
import { type RevertChangesInput, revertChanges, type TooManyEntries } from './revert-changes.js';

/**
 * Every change of permissions: plain data, over a database or over HTTP. Each is one transaction, except that an undo changes
 * departments in a second one. `actor` of the input is the caller: without it nobody is checked. `Failure` says why no answer came.
 */
export interface PermissionOperations<Failure = StoreUnavailable> {
  /**
   * Adds or removes permissions of one user or of many, or removes everything from leavers. A failed row does not stop the others.
   */
  change(
    input: ChangePermissionsInput,
  ): ResultAsync<PermissionsChanged, ReasonRequired | ActorRefused | Failure>;
  /**
   * Adds or removes permissions of one user: one transaction with one entry, even if nothing changes. Every refusal is an error,
   * and nothing was changed then.
   */
  changeOne(input: ChangeOneInput): ResultAsync<PermissionsOfOneChanged, ChangeOneError<Failure>>;
  /** Undoes an entry or a batch, and leaves alone what was changed since. */
  revert(
    input: RevertChangesInput,
  ): ResultAsync<
    PermissionsChanged,
    EntryNotFound | TooManyEntries | ReasonRequired | ActorRefused | Failure
  >;
  copy(
    input: CopyPermissionsInput,
  ): ResultAsync<PermissionsChanged, UserNotFound | ReasonRequired | ActorRefused | Failure>;
  /** Renames a string, or all of a module, for all its holders. */
  rename(
    input: RenamePermissionInput,
  ): ResultAsync<
    PermissionsChanged,
    | InvalidPermission
    | UnlistedPermission
    | InvalidRenaming
    | TooManyEntries
    | ReasonRequired
    | ActorRefused
    | Failure
  >;
}

/** Needed by {@link permissionOperations}. */
export interface PermissionOperationsPorts extends UndoDepartmentsPorts {
  readonly store: Pick<PermissionStore, 'change'>;
  readonly audit: AuditLog;
  readonly users: UserDirectory;
  readonly policy: AccessPolicy;
  readonly rules?: ChangeRules | undefined;
}

/** Makes the operations over stores. They check only the `actor` of an input: guard them with `AccessOperations`. */
export function permissionOperations(ports: PermissionOperationsPorts): PermissionOperations {
  return {
    change: (input) => new ResultAsync(changePermissions(ports, input)),
    changeOne: (input) => new ResultAsync(changeOne(ports, input)),
    revert: (input) => new ResultAsync(revertChanges(ports, input)),
    copy: (input) => new ResultAsync(copyPermissions(ports, input)),
    rename: (input) => new ResultAsync(renamePermission(ports, input)),
  };
}
