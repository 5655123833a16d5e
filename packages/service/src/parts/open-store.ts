import { availableParallelism } from 'node:os';
import type { OpenedPostgres, DatabaseUnusable as PostgresUnusable } from '@ops-admin/adapter-postgres';
import type { DatabaseUnusable, OpenedSqlite } from '@ops-admin/adapter-sqlite';
import { err, type Logger, type PatienceOf, type Result } from '@ops-admin/core';
import { isPostgresUrl } from '../config/shown-place.js';
import type { ServiceSettings } from '../settings.js';

/** An open database: in a file, or on a server that also counts and keeps for all instances. */
export interface OpenedStore
  extends Omit<OpenedSqlite, 'database'>,
    Partial<Pick<OpenedPostgres, 'lookupCache' | 'rateLimiter'>> {}

/** Opens the database. One that `isServed` keeps reads of many rows apart. */
export async function openStore(
  settings: ServiceSettings,
  log: Logger,
  { isServed = false }: { readonly isServed?: boolean } = {},
): Promise<Result<OpenedStore, DatabaseUnusable | PostgresUnusable>> {
  const open = isPostgresUrl(settings.database) ? openPostgresStore : openSqliteStore;
  if (!isServed) return await open(settings, log);
  const { patienceOfRequest: patience } = await import('@ops-admin/adapter-http-koa');
  return await open(settings, log, { patience, threads: heavyAtOnce(settings) });
}

/**
 * How many reads of many rows run at once in a service (decision 19): each has a thread, or a connection of that half of the pool which
 * is not kept for health, rights and changes.
 */
export function heavyAtOnce({ config, database }: ServiceSettings): number {
  return isPostgresUrl(database)
    ? Math.max(1, Math.floor(config.postgres.poolSize / 2))
    : Math.min(4, Math.max(2, availableParallelism()));
}

/** What a store that is served has in addition. */
interface Served {
  /** How many threads read what looks at many rows of a file. */
  readonly threads: number;
  /** How long the request waits that a call is part of. */
  readonly patience: PatienceOf;
}

/** Opens the database in a file. */
async function openSqliteStore(
  { access = 'create', clock, database, waitMs }: ServiceSettings,
  log: Logger,
  served?: Served,
): Promise<Result<OpenedSqlite, DatabaseUnusable>> {
  const { openSqlite } = await import('@ops-admin/adapter-sqlite');
  const options = {
    file: database,
    create: access === 'create',
    clock,
    waitMs,
    ...served,
  };
  const open = (readOnly: boolean) => openSqlite({ ...options, readOnly, log });
  return open(access === 'read').orElse((error) =>
    access === 'view' && /^(?:not-writable|no-space)$/.test(error.problem) ? open(true) : err(error),
  );
}

/** Opens the database on a server. */
async function openPostgresStore(
  { access = 'create', clock, config, database, waitMs }: ServiceSettings,
  log: Logger,
  served?: Served,
): Promise<Result<OpenedPostgres, PostgresUnusable>> {
  const { openPostgres } = await import('@ops-admin/adapter-postgres');
  return await openPostgres({
    url: database,
    ...config.postgres,
    create: access === 'create',
    readOnly: access === 'read',
    clock,
    waitMs,
    patience: served?.patience,
    onLost: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
  });
}
