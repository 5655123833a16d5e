import type {
  AccessOperations,
  AccessPolicy,
  AuditOperations,
  Clock,
  DepartmentOperations,
  HealthProbe,
  LocationOperations,
  Logger,
  Metrics,
  RateLimiter,
  UserOperations,
} from '@ops-admin/core';
import type { PermissionOperations } from '@ops-admin/core/operations';

/** What the handlers of endpoints call. */
export interface AppServices {
  readonly access: Pick<AccessOperations, 'identify' | 'session'>;
  readonly accessPolicy: AccessPolicy;
  readonly audit: AuditOperations;
  readonly clock: Clock;
  readonly departments: DepartmentOperations;
  readonly health: HealthProbe;
  readonly locations: LocationOperations;
  readonly log: Logger;
  /** Nothing is counted if missing. */
  readonly metrics?: Metrics | undefined;
  readonly permissions: PermissionOperations;
  /** Limits location lookups. */
  readonly rateLimiter: RateLimiter;
  readonly users: UserOperations;
}
