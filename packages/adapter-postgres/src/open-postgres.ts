import {
  type Clock,
  type Logger,
  type LookupCache,
  type RateLimiter,
  type RateLimitPolicy,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import { type SqlStores, sqlStores } from '@ops-admin/store-sql';
import { type DatabaseUnusable, type OpenDatabaseOptions, openDatabase } from './open-database.js';
import type { PostgresDatabase } from './postgres-database.js';
import { PostgresLookupCache } from './postgres-lookup-cache.js';
import { PostgresRateLimiter } from './postgres-rate-limiter.js';

/** The address of the database, and how to open it. */
export interface PostgresSettings extends OpenDatabaseOptions {
  readonly url: string;
  /** The clock of the stores; the database's by default, so that instances agree. */
  readonly clock?: Clock | undefined;
}

/** Every port that an open database serves. */
export interface OpenedPostgres extends SqlStores {
  /** Counts lookups for all instances that share the database. */
  rateLimiter(policy: RateLimitPolicy, log: Logger): RateLimiter;
  /** Keeps at most `capacity` answers of address providers for all instances. */
  lookupCache(capacity: number): LookupCache;
  /** How many connections are at work, and how many calls wait for one. */
  connections(): { readonly inUse: number; readonly waiting: number };
  /** The database, for your own tables. */
  readonly database: PostgresDatabase;
  close(): Promise<void>;
}

/** Opens a database and gives its ports. Errors: {@link DatabaseUnusable}. */
export function openPostgres(settings: PostgresSettings): ResultAsync<OpenedPostgres, DatabaseUnusable> {
  return new ResultAsync(open(settings));
}

async function open({
  clock,
  url,
  ...options
}: PostgresSettings): Promise<Result<OpenedPostgres, DatabaseUnusable>> {
  const opened = await openDatabase(url, options);
  return opened.map((database) => ({
    ...sqlStores(database, clock),
    rateLimiter: (policy, log) => new PostgresRateLimiter(database, policy, log),
    lookupCache: (capacity) => new PostgresLookupCache(database, { capacity, clock }),
    connections: () => database.load,
    database,
    close: () => database.close(),
  }));
}
