import type {
  AuditOperations,
  CheckPermissions,
  DepartmentOperations,
  KnownPermissions,
  LocationOperations,
  Logger,
  UserChanges,
  UserOperations,
} from '@ops-admin/core';
import type {
  CopyOperations,
  Expiry,
  ImportOperations,
  IntegrityOperations,
  PermissionOperations,
  TrailFileOperations,
} from '@ops-admin/core/operations';
import { LOGGER, type Port, port } from '@ops-admin/core/ports';
import type { Demo } from './demo/prepare-demo.js';
import type { AddressCache } from './operations/address-cache.js';
import type { Airports } from './operations/airports.js';
import type { Backups } from './operations/backups.js';
import type { Gazetteer } from './operations/gazetteer.js';
import type { TokenIssue } from './operations/issue-tokens.js';
import type { KeyRotation } from './operations/key-rotation.js';
import type { KeyCare } from './operations/keys.js';
import type { MetricsServer } from './serve/metrics-server.js';
import type { HttpInterface, Server } from './serve/server.js';

/** What a program can request of a composition, by name; only what that needs is opened. */
export interface ServiceParts {
  /** The lookup cache, if there is one. */
  readonly addressCache: AddressCache;
  readonly airports: Airports;
  readonly audit: AuditOperations;
  readonly backups: Backups;
  readonly checks: CheckPermissions;
  /** From `source` into `database`. */
  readonly copy: CopyOperations;
  readonly demo: Demo;
  /** The operations of `permissions` for one dry run: nothing is written, and no keys are needed. */
  readonly dryRuns: PermissionOperations;
  readonly departments: DepartmentOperations;
  /** The entries of what has ended, which a server writes by itself. */
  readonly expiry: Expiry;
  readonly gazetteer: Gazetteer;
  readonly http: HttpInterface;
  readonly imports: ImportOperations;
  /** The operations of `imports` for dry runs: nothing is written, and no keys are needed. */
  readonly importDryRuns: ImportOperations;
  readonly integrity: IntegrityOperations;
  readonly keyCare: KeyCare;
  readonly keyRotation: KeyRotation;
  readonly knownPermissions: KnownPermissions;
  readonly locations: LocationOperations;
  readonly log: Logger;
  /** If it is requested, the other parts count. */
  readonly metrics: MetricsServer;
  readonly permissions: PermissionOperations;
  readonly server: Server;
  /** Only with local keys. */
  readonly tokenIssue: TokenIssue;
  readonly trailFiles: TrailFileOperations;
  readonly userChanges: UserChanges;
  /** The operations of `userChanges` for dry runs: nothing is written, and no keys are needed. */
  readonly userChangeDryRuns: UserChanges;
  readonly users: UserOperations;
}

/** The token of each part. */
export const PARTS: { readonly [Name in keyof ServiceParts]: Port<ServiceParts[Name]> } = {
  addressCache: port('ops-admin.service.AddressCache'),
  airports: port('ops-admin.service.Airports'),
  audit: port('ops-admin.service.Audit'),
  checks: port('ops-admin.service.Checks'),
  backups: port('ops-admin.service.Backups'),
  copy: port('ops-admin.service.Copy'),
  demo: port('ops-admin.service.Demo'),
  dryRuns: port('ops-admin.service.DryRuns'),
  departments: port('ops-admin.service.Departments'),
  expiry: port('ops-admin.service.Expiry'),
  gazetteer: port('ops-admin.service.Gazetteer'),
  http: port('ops-admin.service.Http'),
  imports: port('ops-admin.service.Imports'),
  importDryRuns: port('ops-admin.service.ImportDryRuns'),
  integrity: port('ops-admin.service.Integrity'),
  keyCare: port('ops-admin.service.KeyCare'),
  keyRotation: port('ops-admin.service.KeyRotation'),
  knownPermissions: port('ops-admin.service.KnownPermissions'),
  locations: port('ops-admin.service.Locations'),
  log: LOGGER,
  metrics: port('ops-admin.service.Metrics'),
  permissions: port('ops-admin.service.Permissions'),
  server: port('ops-admin.service.Server'),
  tokenIssue: port('ops-admin.service.TokenIssue'),
  trailFiles: port('ops-admin.service.TrailFiles'),
  userChanges: port('ops-admin.service.UserChanges'),
  userChangeDryRuns: port('ops-admin.service.UserChangeDryRuns'),
  users: port('ops-admin.service.Users'),
};
