import {
  type Clock,
  err,
  type Logger,
  type LookupCache,
  ok,
  type RateLimiter,
  type RateLimitPolicy,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import { type SqlStores, sqlStores } from '@ops-admin/store-sql';
import {
  connectForLists,
  type DatabaseUnusable,
  type OpenDatabaseOptions,
  openDatabase,
} from './open-database.js';
import type { PostgresDatabase } from './postgres-database.js';
import { PostgresDriver } from './postgres-driver.js';
import { PostgresLookupCache } from './postgres-lookup-cache.js';
import { PostgresRateLimiter } from './postgres-rate-limiter.js';
import { StandbyDriver } from './standby-driver.js';

/** Where the database is, and how it is opened. */
export interface PostgresSettings extends OpenDatabaseOptions {
  readonly url: string;
  /** By what the stores judge time; the database's by default, so that instances agree. */
  readonly clock?: Clock | undefined;
  /**
   * A standby, which serves the lists with the other settings of the connections: it can be late. While it does not answer, the
   * primary serves them; the log says so.
   */
  readonly standby?: { readonly url: string; readonly log: Logger } | undefined;
}

/** Every port that an open database serves. */
export interface OpenedPostgres extends SqlStores {
  /** Counts lookups for all instances that share the database. */
  rateLimiter(policy: RateLimitPolicy, log: Logger): RateLimiter;
  /** Keeps at most `capacity` answers of address providers for all instances. */
  lookupCache(capacity: number): LookupCache;
  /** How many seconds the standby is late, or has not answered; missing if there is none. Asks both servers. */
  readonly standbyLag?: (() => Promise<number>) | undefined;
  /** The database, for your own stores. */
  readonly database: PostgresDatabase;
  /** Closes every connection, once running work is done. */
  close(): Promise<void>;
}

/** Opens a database and gives its ports. Errors: {@link DatabaseUnusable}. */
export function openPostgres(settings: PostgresSettings): ResultAsync<OpenedPostgres, DatabaseUnusable> {
  return new ResultAsync(open(settings));
}

async function open({
  clock,
  standby,
  url,
  ...options
}: PostgresSettings): Promise<Result<OpenedPostgres, DatabaseUnusable>> {
  const { areas: _, create: __, readOnly: ___, steps: ____, ...connections } = options;
  const copy = standby ? connectForLists(standby.url, connections) : ok(undefined);
  if (copy.isErr()) return err(copy.error);
  const opened = await openDatabase(url, options);
  if (opened.isErr()) return err(opened.error);
  const database = opened.value;
  const lists = standby && copy.value && new StandbyDriver(database, copy.value, standby.log);
  await lists?.look();
  return ok({
    ...sqlStores(new PostgresDriver(database), clock, lists),
    rateLimiter: (policy, log) => new PostgresRateLimiter(database, policy, log),
    lookupCache: (capacity) => new PostgresLookupCache(database, { capacity, clock }),
    ...(lists && { standbyLag: () => lists.lagSeconds() }),
    database,
    close: async () => {
      await Promise.all([database.close(), copy.value?.close()]);
    },
  });
}
