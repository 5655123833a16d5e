import type { StoreUnavailable } from '@ops-admin/core';
import type {
  AuditOperations,
  DepartmentOperations,
  LocalPermissions,
  LocationOperations,
  PermissionOperations,
  UserOperations,
} from '@ops-admin/core/jobs';
import type { ComposeError, ServiceParts } from '@ops-admin/service';
import type { InvalidInput } from './cli-error.js';
import type { ServiceFailed } from './remote/service-failed.js';

/** Why a command gets no answer of a database or a service. */
export type Unanswered = StoreUnavailable | ServiceFailed | InvalidInput;

/** Changes of permissions, over a database or a service. */
export type ChangeOperations = PermissionOperations<Unanswered>;

/** The use cases that also work over HTTP; whole jobs on permissions only work over a database. */
interface PartsAnywhere {
  readonly audit: AuditOperations<Unanswered>;
  readonly departments: DepartmentOperations<Unanswered>;
  readonly dryRuns: LocalPermissions | ChangeOperations;
  readonly locations: LocationOperations<Unanswered | ComposeError>;
  readonly permissions: LocalPermissions | ChangeOperations;
  readonly users: UserOperations<Unanswered>;
}

/** What a command can request, by name. */
export type CommandParts = Omit<ServiceParts, keyof PartsAnywhere> & PartsAnywhere;

/** What it can request of a service over HTTP. */
export type RemotePart = keyof PartsAnywhere;
