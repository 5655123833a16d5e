import type {
  AuditLog,
  AuditSealer,
  Clock,
  DepartmentRepository,
  HealthProbe,
  IdentityRegistry,
  IntegrityChecker,
  Logger,
  Organisation,
  OrganisationArchive,
  PermissionStore,
  Result,
  UserDirectory,
} from '@ops-admin/core';
import { LiveDatabase } from './live-database.js';
import type { DatabaseUnusable } from './open-database.js';
import { SqliteAuditLog } from './sqlite-audit-log.js';
import { SqliteDepartmentRepository } from './sqlite-department-repository.js';
import { SqliteHealthProbe } from './sqlite-health-probe.js';
import { SqliteIdentityRegistry } from './sqlite-identity-registry.js';
import { SqliteIntegrityChecker } from './sqlite-integrity-checker.js';
import { SqliteOrganisation } from './sqlite-organisation.js';
import { SqliteOrganisationArchive } from './sqlite-organisation-archive.js';
import { SqlitePermissionStore } from './sqlite-permission-store.js';
import { SqliteUserDirectory } from './sqlite-user-directory.js';

/** Which file, and what the stores need beside it. */
export interface SqliteSettings {
  readonly file: string;
  /** Whether the file is made where there is none; `true` by default. */
  readonly create?: boolean;
  /** Whether nothing is written: neither a table that is missing nor a schema that is older. */
  readonly readOnly?: boolean;
  /** Where it is reported that the file is lost, and that it is back. */
  readonly log: Pick<Logger, 'error' | 'info'>;
  /** Seals what is written to the trail. Without it there are only the ports that write nothing there. */
  readonly sealer?: AuditSealer | undefined;
  readonly clock?: Clock;
}

/** The stores that need no sealer, over one file. */
export interface UnsealedSqlite {
  readonly archive: OrganisationArchive;
  readonly audit: AuditLog;
  readonly departments: DepartmentRepository;
  readonly health: HealthProbe;
  readonly identities: IdentityRegistry;
  readonly integrity: IntegrityChecker;
  readonly users: UserDirectory;
  /** The file, for a store of your own. */
  readonly database: LiveDatabase;
  /** Closes the file for good. */
  close(): void;
}

/** Every store over one file. */
export interface Sqlite extends UnsealedSqlite {
  readonly organisation: Organisation;
  readonly permissions: PermissionStore;
}

/**
 * Opens a file with every store. One that is removed, replaced or damaged while it is open fails each call with
 * `store-unavailable`, and is used again as soon as a good file is in its place. Errors: {@link DatabaseUnusable}.
 */
export function openSqlite(
  settings: SqliteSettings & { readonly sealer: AuditSealer },
): Result<Sqlite, DatabaseUnusable>;
export function openSqlite(settings: SqliteSettings): Result<Sqlite | UnsealedSqlite, DatabaseUnusable>;
export function openSqlite({
  file,
  sealer,
  clock,
  ...options
}: SqliteSettings): Result<Sqlite | UnsealedSqlite, DatabaseUnusable> {
  return LiveDatabase.open(file, options).map((database) => ({
    archive: new SqliteOrganisationArchive(file),
    audit: new SqliteAuditLog(database),
    departments: new SqliteDepartmentRepository(database),
    health: new SqliteHealthProbe(database),
    identities: new SqliteIdentityRegistry(database),
    integrity: new SqliteIntegrityChecker(database),
    users: new SqliteUserDirectory(database),
    ...(sealer && {
      organisation: new SqliteOrganisation(database, sealer),
      permissions: new SqlitePermissionStore(database, sealer, clock),
    }),
    database,
    close: () => database.close(),
  }));
}
