import type { OpenedPostgres, DatabaseUnusable as PostgresUnusable } from '@ops-admin/adapter-postgres';
import type { DatabaseUnusable, OpenedSqlite } from '@ops-admin/adapter-sqlite';
import { err, type Logger, type Result } from '@ops-admin/core';
import { isPostgresUrl } from '../config/shown-place.js';
import type { ServiceSettings } from '../settings.js';

/** An open database: in a file, or on a server that also counts and keeps for all instances. */
export interface OpenedStore
  extends Omit<OpenedSqlite, 'database'>,
    Partial<Pick<OpenedPostgres, 'connections' | 'lookupCache' | 'rateLimiter'>> {}

export async function openStore(
  settings: ServiceSettings,
  log: Logger,
): Promise<Result<OpenedStore, DatabaseUnusable | PostgresUnusable>> {
  return isPostgresUrl(settings.database) ? openPostgresStore(settings, log) : openSqliteStore(settings);
}

async function openSqliteStore({
  access = 'create',
  clock,
  database,
  waitMs,
}: ServiceSettings): Promise<Result<OpenedSqlite, DatabaseUnusable>> {
  const { openSqlite } = await import('@ops-admin/adapter-sqlite');
  const options = {
    file: database,
    create: access === 'create',
    clock,
    waitMs,
  };
  const open = (readOnly: boolean) => openSqlite({ ...options, readOnly });
  return open(access === 'read').orElse((error) =>
    access === 'view' && /^(?:not-writable|no-space)$/.test(error.problem) ? open(true) : err(error),
  );
}

async function openPostgresStore(
  { access = 'create', clock, config, database, waitMs }: ServiceSettings,
  log: Logger,
): Promise<Result<OpenedPostgres, PostgresUnusable>> {
  const { openPostgres } = await import('@ops-admin/adapter-postgres');
  return await openPostgres({
    url: database,
    ...config.postgres,
    create: access === 'create',
    readOnly: access === 'read',
    clock,
    waitMs,
    onLost: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
  });
}
