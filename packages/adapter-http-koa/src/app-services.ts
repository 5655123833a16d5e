import type {
  AccessPolicy,
  AddPermissions,
  HealthProbe,
  IdentifyCaller,
  ListDepartments,
  Locate,
  Logger,
  RateLimiter,
  RemovePermissions,
  ShowDepartmentHierarchy,
} from '@ops-admin/core';

/** What the routes call. */
export interface AppServices {
  readonly accessPolicy: AccessPolicy;
  readonly addPermissions: AddPermissions;
  readonly health: HealthProbe;
  readonly identifyCaller: IdentifyCaller;
  readonly listDepartments: ListDepartments;
  readonly locate: Locate;
  readonly log: Logger;
  /** Limits location look-ups. */
  readonly rateLimiter: RateLimiter;
  readonly removePermissions: RemovePermissions;
  readonly showDepartmentHierarchy: ShowDepartmentHierarchy;
}
