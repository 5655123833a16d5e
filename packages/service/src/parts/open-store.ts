import type { OpenedPostgres } from '@ops-admin/adapter-postgres';
import { err } from '@ops-admin/core';
import { LOGGER, type Port, port } from '@ops-admin/core/ports';
import { isPostgresUrl } from '../config/shown-place.js';
import { type Bound, bindValue, type OpenedPart } from '../part.js';
import type { ServiceSettings } from '../settings.js';
import { DRY_RUN_STORE } from './open-dry-runs.js';

/** The open database where that is PostgreSQL: its instances share more than the ports. */
export const SHARED_STORE: Port<OpenedPostgres> = port('ops-admin.service.SharedStore');

/** Opens the database, in a file or on a server. */
export async function openStore(
  bound: Bound,
  { access = 'create', config, database, waitMs }: ServiceSettings,
): Promise<OpenedPart> {
  const log = bound.get(LOGGER);
  const options = { create: access === 'create', readOnly: access === 'read', waitMs };
  if (!isPostgresUrl(database)) {
    const { openSqlite } = await import('@ops-admin/adapter-sqlite');
    const { sqliteModule } = await import('@ops-admin/adapter-sqlite/inversify');
    const open = (readOnly: boolean) => openSqlite({ file: database, ...options, readOnly, log });
    const opened = open(options.readOnly).orElse((error) =>
      access === 'view' && /^(?:not-writable|no-space)$/.test(error.problem) ? open(true) : err(error),
    );
    return opened.map((stores) => [sqliteModule(stores), bindValue(DRY_RUN_STORE, stores.dryRuns)]);
  }
  const { openPostgres } = await import('@ops-admin/adapter-postgres');
  const { postgresModule } = await import('@ops-admin/adapter-postgres/inversify');
  const onLost = (error: Error) => log.warn({ err: error }, 'a connection to the database was lost');
  return await openPostgres({ url: database, ...config.postgres, ...options, onLost }).map((opened) => [
    postgresModule(opened),
    bindValue(SHARED_STORE, opened),
    bindValue(DRY_RUN_STORE, opened.dryRuns),
  ]);
}
