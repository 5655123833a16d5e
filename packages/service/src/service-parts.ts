import type { Logger } from '@ops-admin/core';
import type {
  AuditOperations,
  CheckPermissions,
  CopyOperations,
  DepartmentChanges,
  DepartmentOperations,
  Expiry,
  ImportOperations,
  IntegrityOperations,
  KnownPermissions,
  LocationOperations,
  PermissionOperations,
  TrailFileOperations,
  UserChanges,
  UserOperations,
} from '@ops-admin/core/operations';
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

/** The parts that a program can request from a composition; `compose` opens only their requirements. */
export interface ServiceParts {
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
  readonly departmentChanges: DepartmentChanges;
  /** The operations of `departmentChanges` for dry runs: nothing is written, and no keys are needed. */
  readonly departmentChangeDryRuns: DepartmentChanges;
  readonly departments: DepartmentOperations;
  /** Writes the entries of ended permissions; a server does it by itself. */
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
