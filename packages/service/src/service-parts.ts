import type { ChangeIdentity, Logger } from '@ops-admin/core';
import type {
  AuditOperations,
  CopyOrganisation,
  DepartmentOperations,
  LocalPermissions,
  LocationOperations,
  UserOperations,
} from '@ops-admin/core/jobs';
import type { Demo } from './demo/prepare-demo.js';
import type { AddressCache } from './operations/address-cache.js';
import type { AirportRenewals, Airports } from './operations/airports.js';
import type { Backups } from './operations/backups.js';
import type { Gazetteer } from './operations/gazetteer.js';
import type { ImportPreview, Imports } from './operations/imports.js';
import type { Integrity } from './operations/integrity.js';
import type { TokenIssue } from './operations/issue-tokens.js';
import type { KeyCare } from './operations/keys.js';
import type { ArchivedTrails, TrailCare } from './operations/trail.js';
import type { Bound } from './part.js';
import type { HttpInterface } from './parts/open-http.js';
import type { MetricsServer } from './serve/metrics-server.js';
import type { Server } from './serve/server.js';

/** What a program can request of a composition, by name; only what that needs is opened. */
export interface ServiceParts {
  /** The lookup cache, if there is one. */
  readonly addressCache: AddressCache;
  readonly airportRenewals: AirportRenewals;
  readonly airports: Airports;
  /** What the `areas` of the settings have bound, by the tokens of their ports. */
  readonly areas: Bound;
  readonly archivedTrails: ArchivedTrails;
  readonly audit: AuditOperations;
  readonly backups: Backups;
  /** From `source` into `database`. */
  readonly copy: Pick<CopyOrganisation, 'execute'>;
  readonly demo: Demo;
  /** The use cases of `permissions` for one dry run: nothing is written, and no keys are needed. */
  readonly dryRuns: LocalPermissions;
  readonly departments: DepartmentOperations;
  readonly gazetteer: Gazetteer;
  readonly http: HttpInterface;
  readonly identities: Pick<ChangeIdentity, 'execute'>;
  readonly imports: Imports;
  /** Only reads, and needs no keys. */
  readonly importPreview: ImportPreview;
  readonly integrity: Integrity;
  readonly keyCare: KeyCare;
  readonly locations: LocationOperations;
  readonly log: Logger;
  /** If it is requested, the other parts count. */
  readonly metrics: MetricsServer;
  readonly permissions: LocalPermissions;
  readonly server: Server;
  /** Only with local keys. */
  readonly tokenIssue: TokenIssue;
  readonly trail: TrailCare;
  readonly users: UserOperations;
}
