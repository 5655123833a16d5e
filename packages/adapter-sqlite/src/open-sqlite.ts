import type {
  AuditLog,
  AuditSealer,
  Clock,
  DepartmentRepository,
  HealthProbe,
  IntegrityChecker,
  Logger,
  Organisation,
  OrganisationArchive,
  PermissionStore,
  Result,
  TrailKeeper,
  UserDirectory,
} from '@ops-admin/core';
import type { AreaSchema } from '@ops-admin/core/adapter';
import { LiveDatabase } from './live-database.js';
import type { DatabaseUnusable } from './open-database.js';
import { SqliteAuditLog } from './sqlite-audit-log.js';
import { SqliteDepartmentRepository } from './sqlite-department-repository.js';
import { SqliteHealthProbe } from './sqlite-health-probe.js';
import { SqliteIntegrityChecker } from './sqlite-integrity-checker.js';
import { SqliteOrganisation } from './sqlite-organisation.js';
import { SqliteOrganisationArchive } from './sqlite-organisation-archive.js';
import { SqlitePermissionStore } from './sqlite-permission-store.js';
import { SqliteTrailKeeper } from './sqlite-trail-keeper.js';
import { SqliteUserDirectory } from './sqlite-user-directory.js';

/** The file, and what the stores need in addition. */
export interface SqliteSettings {
  readonly file: string;
  /** Whether to create the file if it does not exist; `true` by default. */
  readonly create?: boolean;
  /** Whether nothing is written: no missing table is created, and no older schema upgraded. */
  readonly readOnly?: boolean;
  /** How long opening and each write wait for other processes, in milliseconds; 5 seconds by default. */
  readonly waitMs?: number | undefined;
  /** The tables of areas that the program adds, in SQL of SQLite. */
  readonly areas?: readonly AreaSchema[] | undefined;
  /** Where to log that the file is lost, and that it is back. */
  readonly log: Pick<Logger, 'error' | 'info'>;
  readonly clock?: Clock;
}

/** The stores that write to the trail. */
export interface SealedSqlite {
  readonly keeper: TrailKeeper;
  readonly organisation: Organisation;
  readonly permissions: PermissionStore;
}

/** Every store over one file. */
export interface OpenedSqlite {
  readonly archive: OrganisationArchive;
  readonly audit: AuditLog;
  readonly departments: DepartmentRepository;
  readonly health: HealthProbe;
  readonly integrity: IntegrityChecker;
  readonly users: UserDirectory;
  /** Permissions, only for dry runs: nothing is written, so it needs no sealer. */
  readonly dryRuns: PermissionStore;
  /** The stores that write entries, which need the sealer of the service. */
  sealedBy(sealer: AuditSealer): SealedSqlite;
  /** The file, for your own stores. */
  readonly database: LiveDatabase;
  /** Closes the file for good. */
  close(): void;
}

/**
 * Opens a file with every store. If it is removed, replaced or damaged while it is open, each call fails with
 * `store-unavailable`, until a good file is in its place. Errors: {@link DatabaseUnusable}.
 */
export function openSqlite({
  file,
  clock,
  ...options
}: SqliteSettings): Result<OpenedSqlite, DatabaseUnusable> {
  return LiveDatabase.open(file, options).map((database) => ({
    archive: new SqliteOrganisationArchive(file),
    audit: new SqliteAuditLog(database),
    departments: new SqliteDepartmentRepository(database),
    dryRuns: new SqlitePermissionStore(database, undefined, clock),
    health: new SqliteHealthProbe(database),
    integrity: new SqliteIntegrityChecker(database),
    users: new SqliteUserDirectory(database),
    sealedBy: (sealer) => ({
      keeper: new SqliteTrailKeeper(database, sealer),
      organisation: new SqliteOrganisation(database, sealer),
      permissions: new SqlitePermissionStore(database, sealer, clock),
    }),
    database,
    close: () => database.close(),
  }));
}
