import type { Logger, LookupCache, RateLimiter, RateLimitPolicy, ResultAsync } from '@ops-admin/core';
import type { SqlStores } from '@ops-admin/store-sql';
import { type DatabaseUnusable, type OpenDatabaseOptions, openDatabase } from './open-database.js';
import type { PostgresDatabase } from './postgres-database.js';
import { PostgresLookupCache } from './postgres-lookup-cache.js';
import { PostgresRateLimiter } from './postgres-rate-limiter.js';
import { postgresStores } from './postgres-stores.js';

/** Where the database is, and how it is opened. */
export interface PostgresSettings extends OpenDatabaseOptions {
  readonly url: string;
}

/** Every port that an open database serves. */
export interface OpenedPostgres extends SqlStores {
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
    ...postgresStores(database),
    rateLimiter: (policy, log) => new PostgresRateLimiter(database, policy, log),
    lookupCache: (capacity) => new PostgresLookupCache(database, { capacity }),
    database,
    close: () => database.close(),
  };
}
