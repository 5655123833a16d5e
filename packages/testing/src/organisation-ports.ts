import type {
  AuditLog,
  DepartmentRepository,
  HealthProbe,
  IntegrityChecker,
  Organisation,
  OrganisationCopy,
  PermissionStore,
  TrailStore,
  UserDirectory,
} from '@ops-admin/core';

/** Every port that a persistence adapter serves, over the same data. */
export interface OrganisationPorts {
  readonly copy: OrganisationCopy;
  readonly audit: AuditLog;
  readonly departments: DepartmentRepository;
  readonly health: HealthProbe;
  readonly trail: TrailStore;
  readonly integrity: IntegrityChecker;
  readonly organisation: Organisation;
  readonly permissions: PermissionStore;
  readonly users: UserDirectory;
}
