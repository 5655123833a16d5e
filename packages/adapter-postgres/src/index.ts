export { type DatabaseUnusable, type OpenDatabaseOptions, openDatabase, SCHEMA } from './open-database.js';
export { type OpenedPostgres, openPostgres, type PostgresSettings } from './open-postgres.js';
export { type Ask, PostgresDatabase, type PostgresOptions } from './postgres-database.js';
export { type LookupCacheOptions, PostgresLookupCache } from './postgres-lookup-cache.js';
export { PostgresRateLimiter } from './postgres-rate-limiter.js';
