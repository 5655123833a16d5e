import {
  type AccessOperations,
  type AccessOperationsPorts,
  type AccessPolicy,
  type AuditLog,
  accessOperations,
  type HealthProbe,
  type Logger,
  type Metrics,
  type RateLimiter,
} from '@ops-admin/core';
import {
  type AuditOperations,
  auditOperations,
  type CheckPermissions,
  type CheckPermissionsPorts,
  checkPermissions,
  type DepartmentChanges,
  type DepartmentChangesPorts,
  type DepartmentOperations,
  type DepartmentOperationsPorts,
  departmentChanges,
  departmentOperations,
  type KnownPermissions,
  type KnownPermissionsPorts,
  knownPermissions,
  type LocationOperations,
  type LocationOperationsPorts,
  locationOperations,
  type PermissionOperations,
  type PermissionOperationsPorts,
  permissionOperations,
  type UserChanges,
  type UserChangesPorts,
  type UserOperations,
  userChanges,
  userOperations,
} from '@ops-admin/core/operations';

/** The operations that handlers of endpoints call. */
export interface AppServices {
  readonly access: Pick<AccessOperations, 'identify' | 'mayAskAbout' | 'session'>;
  readonly accessPolicy: AccessPolicy;
  readonly audit: AuditOperations;
  /** Asked again and again while requests wait for entries. */
  readonly auditLog: Pick<AuditLog, 'newestId'>;
  readonly checks: CheckPermissions;
  readonly clock: PermissionOperationsPorts['clock'];
  readonly departmentChanges: DepartmentChanges;
  readonly departments: DepartmentOperations;
  readonly health: HealthProbe;
  readonly knownPermissions: KnownPermissions;
  readonly locations: LocationOperations;
  readonly log: Logger;
  /** Nothing is counted if missing. */
  readonly metrics?: Metrics | undefined;
  readonly permissions: PermissionOperations;
  /** Limits location lookups. */
  readonly rateLimiter: RateLimiter;
  readonly userChanges: UserChanges;
  readonly users: UserOperations;
}

/** Needed by {@link appServices}: ports, and what handlers use of them as it is. */
export type AppServicesPorts = PermissionOperationsPorts &
  Pick<CheckPermissionsPorts, 'users'> &
  KnownPermissionsPorts &
  Pick<AccessOperationsPorts, 'store' | 'tokens'> &
  DepartmentChangesPorts &
  DepartmentOperationsPorts &
  UserChangesPorts &
  LocationOperationsPorts &
  Pick<AppServices, 'health' | 'log' | 'metrics' | 'rateLimiter'>;

/** The operations over ports, as `createApp` takes them. */
export function appServices(ports: AppServicesPorts): AppServices {
  const { clock, health, log, metrics, policy, rateLimiter } = ports;
  return {
    access: accessOperations(ports),
    accessPolicy: policy,
    audit: auditOperations(ports),
    auditLog: ports.audit,
    checks: checkPermissions(ports),
    clock,
    departmentChanges: departmentChanges(ports),
    departments: departmentOperations(ports),
    health,
    knownPermissions: knownPermissions(ports),
    locations: locationOperations(ports),
    log,
    metrics,
    permissions: permissionOperations(ports),
    rateLimiter,
    userChanges: userChanges(ports),
    users: userOperations(ports),
  };
}
