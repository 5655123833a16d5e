import { POSTGRES, postgresModule } from '@ops-admin/adapter-postgres/inversify';
import type { OpenedSqlite } from '@ops-admin/adapter-sqlite';
import { SQLITE, sqliteModule } from '@ops-admin/adapter-sqlite/inversify';
import type { Logger } from '@ops-admin/core';
import { LOGGER, type Port, port } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import { isPostgresUrl } from '../config/shown-place.js';
import type { Openings } from '../openings.js';
import { optional } from '../optional.js';
import type { ServiceSettings } from '../settings.js';
import { openPostgresStore, openSqliteStore, readingThreads } from './open-store.js';
import { type OpenSource, SOURCE } from './source-module.js';

/** Stores of the open database that are only for dry runs: they need no keys. */
export type DryRunStores = OpenedSqlite['dryRuns'];

/** The {@link DryRunStores}. */
export const DRY_RUN_STORES: Port<DryRunStores> = port('ops-admin.service.DryRunStores');

/** The database with its ports; one that is served reads much in threads. If it is the target of a copy, it opens after the source: no new file without one. */
export function storeModules(
  settings: ServiceSettings,
  openings: Openings,
  { isServed }: { readonly isServed: boolean },
): ContainerModule[] {
  return isPostgresUrl(settings.database)
    ? [postgresModule(), openedPostgres(settings, openings)]
    : [sqliteModule(), openedSqlite(settings, openings, isServed)];
}

function openedSqlite(settings: ServiceSettings, openings: Openings, isServed: boolean): ContainerModule {
  const served = isServed ? { threads: readingThreads() } : undefined;
  const open = (log: Logger, _: OpenSource | undefined) => openSqliteStore(settings, log, served);
  return new ContainerModule(({ bind }) => {
    bind(SQLITE)
      .toResolvedValue(openings.inTurn(SQLITE, open), [LOGGER, optional(SOURCE)])
      .onDeactivation(({ close }) => close());
    bind(DRY_RUN_STORES).toResolvedValue(({ dryRuns }) => dryRuns, [SQLITE]);
  });
}

function openedPostgres(settings: ServiceSettings, openings: Openings): ContainerModule {
  const open = (log: Logger, _: OpenSource | undefined) => openPostgresStore(settings, log);
  return new ContainerModule(({ bind }) => {
    bind(POSTGRES)
      .toResolvedValue(openings.inTurn(POSTGRES, open), [LOGGER, optional(SOURCE)])
      .onDeactivation(({ close }) => close());
    bind(DRY_RUN_STORES).toResolvedValue(({ dryRuns }) => dryRuns, [POSTGRES]);
  });
}
