import type {
  AccessPolicy,
  ChangePermissions,
  Clock,
  DepartmentRepository,
  HealthProbe,
  IdentifyCaller,
  Locate,
  Logger,
  Metrics,
  RateLimiter,
  ShowDepartmentHierarchy,
  UserDirectory,
} from '@ops-admin/core';
import type { FindAuditEntry, ListAudit, ListAuditBatches, RevertChanges } from '@ops-admin/core/jobs';

/** What the handlers of endpoints call. */
export interface AppServices {
  readonly accessPolicy: AccessPolicy;
  readonly changePermissions: ChangePermissions;
  readonly clock: Clock;
  readonly departments: DepartmentRepository;
  readonly findAuditEntry: FindAuditEntry;
  readonly health: HealthProbe;
  readonly identifyCaller: IdentifyCaller;
  readonly listAudit: ListAudit;
  readonly listAuditBatches: ListAuditBatches;
  readonly locate: Locate;
  readonly log: Logger;
  /** Nothing is counted if missing. */
  readonly metrics?: Metrics | undefined;
  /** Limits location lookups. */
  readonly rateLimiter: RateLimiter;
  readonly revertChanges: RevertChanges;
  readonly showDepartmentHierarchy: ShowDepartmentHierarchy;
  readonly users: UserDirectory;
}
