import type { StoreUnavailable, UnknownDepartment } from '@ops-admin/core';
import type {
  AuditOperations,
  CheckPermissions,
  DepartmentChanges,
  DepartmentOperations,
  KnownPermissions,
  LocationOperations,
  PermissionOperations,
  UserChanges,
  UserOperations,
} from '@ops-admin/core/operations';
import type { ComposeError, ServiceParts } from '@ops-admin/service';
import type { InvalidInput } from './cli-error.js';
import type { ServiceFailed } from './remote/service-failed.js';

/** Failures of a database or a service. */
export type Unanswered = StoreUnavailable | ServiceFailed | InvalidInput | UnknownDepartment;

/** Changes of permissions, over a database or a service. */
export type ChangeOperations = Omit<PermissionOperations<Unanswered>, 'changeOne'> & {
  /** How many changes a request takes, if it is not a transaction of the command's own. */
  readonly mostChanges?: number;
};

/** Changes of one user's record; activating and deactivating are changes of permissions, which many can have. */
export type UserChangeOperations = Omit<UserChanges<Unanswered>, 'setActive'>;

/** The operations that a command asks of a database or of a service, and does not know which. */
interface PartsAnywhere {
  readonly audit: AuditOperations<Unanswered>;
  readonly checks: CheckPermissions<Unanswered>;
  readonly departmentChanges: DepartmentChanges<Unanswered>;
  readonly departments: DepartmentOperations<Unanswered>;
  readonly knownPermissions: KnownPermissions<Unanswered>;
  readonly locations: LocationOperations<Unanswered | ComposeError>;
  readonly permissions: ChangeOperations;
  readonly userChanges: UserChangeOperations;
  readonly users: UserOperations<Unanswered>;
}

/** All operations, by name. */
export type CommandParts = Omit<ServiceParts, keyof PartsAnywhere> & PartsAnywhere;

/** The operations that a service has, by name. */
export type RemotePart = keyof PartsAnywhere;
