import type { OpenedPostgres, PostgresDatabase } from '@ops-admin/adapter-postgres';
import type { LiveDatabase } from '@ops-admin/adapter-sqlite';
import { err } from '@ops-admin/core';
import { LOGGER, type Port, port } from '@ops-admin/core/ports';
import type { Area } from '../areas/area.js';
import { isPostgresUrl } from '../config/shown-place.js';
import { type Bound, bindValue, type OpenedPart } from '../part.js';
import type { ServiceSettings } from '../settings.js';
import { DRY_RUN_STORE } from './open-dry-runs.js';

/** The open database if it is PostgreSQL: its instances share more than the ports. */
export const SHARED_STORE: Port<OpenedPostgres> = port('ops-admin.service.SharedStore');

/** The open database if it is a file, for stores of areas. */
export const SQLITE_DATABASE: Port<LiveDatabase> = port('ops-admin.service.SqliteDatabase');

/** The open database if it is PostgreSQL, for stores of areas. */
export const POSTGRES_DATABASE: Port<PostgresDatabase> = port('ops-admin.service.PostgresDatabase');

/** Opens the database, in a file or on a server, with the tables of areas. */
export async function openStore(
  bound: Bound,
  { access = 'create', areas = [], config, database, waitMs }: ServiceSettings,
): Promise<OpenedPart> {
  const log = bound.get(LOGGER);
  const options = { create: access === 'create', readOnly: access === 'read', waitMs };
  if (!isPostgresUrl(database)) {
    const { openSqlite } = await import('@ops-admin/adapter-sqlite');
    const { sqliteModule } = await import('@ops-admin/adapter-sqlite/inversify');
    const schemas = schemasOf(areas, 'sqlite');
    const open = (readOnly: boolean) =>
      openSqlite({ file: database, ...options, readOnly, areas: schemas, log });
    const opened = open(options.readOnly).orElse((error) =>
      access === 'view' && /^(?:not-writable|no-space)$/.test(error.problem) ? open(true) : err(error),
    );
    return opened.map((stores) => [
      sqliteModule(stores),
      bindValue(SQLITE_DATABASE, stores.database),
      bindValue(DRY_RUN_STORE, stores.dryRuns),
    ]);
  }
  const { openPostgres } = await import('@ops-admin/adapter-postgres');
  const { postgresModule } = await import('@ops-admin/adapter-postgres/inversify');
  const onLost = (error: Error) => log.warn({ err: error }, 'a connection to the database was lost');
  const schemas = schemasOf(areas, 'postgres');
  const settings = { url: database, ...config.postgres, ...options, areas: schemas, onLost };
  return await openPostgres(settings).map((opened) => [
    postgresModule(opened),
    bindValue(POSTGRES_DATABASE, opened.database),
    bindValue(SHARED_STORE, opened),
    bindValue(DRY_RUN_STORE, opened.dryRuns),
  ]);
}

function schemasOf(areas: readonly Area[], kind: 'sqlite' | 'postgres') {
  return areas.flatMap(({ name, migrations }) =>
    migrations ? [{ area: name, migrations: migrations[kind] }] : [],
  );
}
