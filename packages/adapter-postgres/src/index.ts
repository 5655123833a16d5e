export { MIGRATIONS, type Migration } from './migrations/index.js';
export { type DatabaseUnusable, type OpenDatabaseOptions, openDatabase } from './open-database.js';
export {
  type OpenedPostgres,
  openPostgres,
  type PostgresSettings,
  type SealedPostgres,
} from './open-postgres.js';
export { PostgresAuditLog } from './postgres-audit-log.js';
export {
  type Amount,
  type Connection,
  PostgresDatabase,
  type PostgresOptions,
  type Statement,
  type WriteTransaction,
} from './postgres-database.js';
export { PostgresDepartmentRepository } from './postgres-department-repository.js';
export { PostgresHealthProbe } from './postgres-health-probe.js';
export { PostgresIntegrityChecker } from './postgres-integrity-checker.js';
export { type LookupCacheOptions, PostgresLookupCache } from './postgres-lookup-cache.js';
export { PostgresOrganisation } from './postgres-organisation.js';
export { PostgresOrganisationArchive } from './postgres-organisation-archive.js';
export { PostgresPermissionStore } from './postgres-permission-store.js';
export { PostgresRateLimiter } from './postgres-rate-limiter.js';
export { PostgresTrailKeeper } from './postgres-trail-keeper.js';
export { PostgresUserDirectory } from './postgres-user-directory.js';
