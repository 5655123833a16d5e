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
import { heavyAtOnce, openPostgresStore, openSqliteStore, type Served } from './open-store.js';
import { type OpenSource, SOURCE } from './source-module.js';

/** Stores of the open database that are only for dry runs: they need no keys. */
export type DryRunStores = OpenedSqlite['dryRuns'];

/** The {@link DryRunStores}. */
export const DRY_RUN_STORES: Port<DryRunStores> = port('ops-admin.service.DryRunStores');

/** The database with its ports; one that is served keeps heavy reads apart. If it is the target of a copy, it opens after the source: no new file without one. */
export function storeModules(
  settings: ServiceSettings,
  openings: Openings,
  { isServed }: { readonly isServed: boolean },
): ContainerModule[] {
  const served = async (): Promise<Served | undefined> => {
    if (!isServed) return undefined;
    const { patienceOfRequest: patience } = await import('@ops-admin/adapter-http-koa');
    return { patience, threads: heavyAtOnce(settings) };
  };
  return isPostgresUrl(settings.database)
    ? [postgresModule(), openedPostgres(settings, openings, served)]
    : [sqliteModule(), openedSqlite(settings, openings, served)];
}

/** What a store that is served has in addition; loads Koa. */
type OpenServed = () => Promise<Served | undefined>;

function openedSqlite(settings: ServiceSettings, openings: Openings, served: OpenServed): ContainerModule {
  const open = async (log: Logger, _: OpenSource | undefined) =>
    openSqliteStore(settings, log, await served());
  return new ContainerModule(({ bind }) => {
    bind(SQLITE)
      .toResolvedValue(openings.inTurn(SQLITE, open), [LOGGER, optional(SOURCE)])
      .onDeactivation(({ close }) => close());
    bind(DRY_RUN_STORES).toResolvedValue(({ dryRuns }) => dryRuns, [SQLITE]);
  });
}

function openedPostgres(settings: ServiceSettings, openings: Openings, served: OpenServed): ContainerModule {
  const open = async (log: Logger, _: OpenSource | undefined) =>
    openPostgresStore(settings, log, await served());
  return new ContainerModule(({ bind }) => {
    bind(POSTGRES)
      .toResolvedValue(openings.inTurn(POSTGRES, open), [LOGGER, optional(SOURCE)])
      .onDeactivation(({ close }) => close());
    bind(DRY_RUN_STORES).toResolvedValue(({ dryRuns }) => dryRuns, [POSTGRES]);
  });
}
