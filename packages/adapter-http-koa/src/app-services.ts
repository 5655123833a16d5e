import type {
  AccessPolicy,
  ChangePermissions,
  DepartmentRepository,
  HealthProbe,
  IdentifyCaller,
  Locate,
  Logger,
  Metrics,
  RateLimiter,
  ShowDepartmentHierarchy,
} from '@ops-admin/core';

/** What the handlers of endpoints call. */
export interface AppServices {
  readonly accessPolicy: AccessPolicy;
  readonly changePermissions: ChangePermissions;
  readonly departments: DepartmentRepository;
  readonly health: HealthProbe;
  readonly identifyCaller: IdentifyCaller;
  readonly locate: Locate;
  readonly log: Logger;
  /** Nothing is counted where it is left out. */
  readonly metrics?: Metrics | undefined;
  /** Limits location lookups. */
  readonly rateLimiter: RateLimiter;
  readonly showDepartmentHierarchy: ShowDepartmentHierarchy;
}
