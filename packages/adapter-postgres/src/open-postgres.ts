import type {
  AuditLog,
  AuditSealer,
  DepartmentRepository,
  HealthProbe,
  IntegrityChecker,
  Logger,
  LookupCache,
  Organisation,
  OrganisationArchive,
  PermissionStore,
  RateLimiter,
  RateLimitPolicy,
  ResultAsync,
  TrailKeeper,
  UserDirectory,
} from '@ops-admin/core';
import { type DatabaseUnusable, type OpenDatabaseOptions, openDatabase } from './open-database.js';
import { PostgresAuditLog } from './postgres-audit-log.js';
import type { PostgresDatabase } from './postgres-database.js';
import { PostgresDepartmentRepository } from './postgres-department-repository.js';
import { PostgresHealthProbe } from './postgres-health-probe.js';
import { PostgresIntegrityChecker } from './postgres-integrity-checker.js';
import { PostgresLookupCache } from './postgres-lookup-cache.js';
import { PostgresOrganisation } from './postgres-organisation.js';
import { PostgresOrganisationArchive } from './postgres-organisation-archive.js';
import { PostgresPermissionStore } from './postgres-permission-store.js';
import { PostgresRateLimiter } from './postgres-rate-limiter.js';
import { PostgresTrailKeeper } from './postgres-trail-keeper.js';
import { PostgresUserDirectory } from './postgres-user-directory.js';

/** Where the database is, and how it is opened. */
export interface PostgresSettings extends OpenDatabaseOptions {
  readonly url: string;
}

/** The ports that write to the trail. */
export interface SealedPostgres {
  readonly keeper: TrailKeeper;
  readonly organisation: Organisation;
  readonly permissions: PermissionStore;
}

/** Every port that an open database serves. */
export interface OpenedPostgres {
  readonly archive: OrganisationArchive;
  readonly audit: AuditLog;
  readonly departments: DepartmentRepository;
  readonly health: HealthProbe;
  readonly integrity: IntegrityChecker;
  readonly users: UserDirectory;
  /** Permissions, only for dry runs: nothing is written, so it needs no sealer. */
  readonly dryRuns: PermissionStore;
  /** The ports that write entries, which need the sealer of the service. */
  sealedBy(sealer: AuditSealer): SealedPostgres;
  /** Counts lookups for all instances that share the database. */
  rateLimiter(policy: RateLimitPolicy, log: Logger): RateLimiter;
  /** Keeps at most `capacity` answers of address providers for all instances. */
  lookupCache(capacity: number): LookupCache;
  /** The database, for your own stores. */
  readonly database: PostgresDatabase;
  /** Closes every connection, once running work is done. */
  close(): Promise<void>;
}

/** Opens a database and gives its ports. Errors: {@link DatabaseUnusable}. */
export function openPostgres({
  url,
  ...options
}: PostgresSettings): ResultAsync<OpenedPostgres, DatabaseUnusable> {
  return openDatabase(url, options).map(portsOf);
}

function portsOf(database: PostgresDatabase): OpenedPostgres {
  return {
    archive: new PostgresOrganisationArchive(database),
    audit: new PostgresAuditLog(database),
    departments: new PostgresDepartmentRepository(database),
    dryRuns: new PostgresPermissionStore(database, undefined),
    health: new PostgresHealthProbe(database),
    integrity: new PostgresIntegrityChecker(database),
    users: new PostgresUserDirectory(database),
    sealedBy: (sealer) => ({
      keeper: new PostgresTrailKeeper(database, sealer),
      organisation: new PostgresOrganisation(database, sealer),
      permissions: new PostgresPermissionStore(database, sealer),
    }),
    rateLimiter: (policy, log) => new PostgresRateLimiter(database, policy, log),
    lookupCache: (capacity) => new PostgresLookupCache(database, { capacity }),
    database,
    close: () => database.close(),
  };
}
