import { existsSync } from 'node:fs';
import { type Logger, type LookupCache, ok, type Result } from '@ops-admin/core';
import type { ComposeError } from '../compose-error.js';
import { cacheFileOf } from '../config/files.js';
import { isPostgresUrl } from '../config/shown-place.js';
import type { ServiceSettings } from '../settings.js';
import type { OpenedStore } from './open-store.js';

export interface OpenCache {
  readonly cache?: LookupCache;
  close(): void | Promise<void>;
}

const NONE: OpenCache = { close: () => {} };

/** Opens the lookup cache; lookups also work without it. */
export async function openLookupCache(
  settings: ServiceSettings,
  log: Logger,
  store: OpenedStore | undefined,
): Promise<Result<OpenCache, never>> {
  const { config, keepsAddresses = true } = settings;
  const isKept = config.gateway.geocoders.some((one) => one.kind !== 'gazetteer' && one.keepSeconds > 0);
  if (!keepsAddresses || !isKept) return ok(NONE);
  const opened = await openCache(settings, store);
  if (opened.isOk()) return ok(opened.value);
  log.warn({ reason: opened.error.message }, 'addresses are looked up without a cache');
  return ok(NONE);
}

/** Opens an existing cache to look at it, and never creates one. */
export async function openCacheThatIsThere(
  settings: ServiceSettings,
  store: OpenedStore | undefined,
): Promise<Result<OpenCache, CacheUnusable>> {
  const place = cacheFileOf(settings.config, settings.database);
  if (!isPostgresUrl(place) && !existsSync(place)) return ok(NONE);
  return await openCache(settings, store);
}

type CacheUnusable = Extract<ComposeError, { readonly message: string }>;

/** In a file, or in PostgreSQL, where all instances share it. */
async function openCache(
  { clock, config, database }: ServiceSettings,
  store: OpenedStore | undefined,
): Promise<Result<OpenCache, CacheUnusable>> {
  const { capacity } = config.geocodeCache;
  const place = cacheFileOf(config, database);
  if (!isPostgresUrl(place)) {
    const { openLookupCache } = await import('@ops-admin/adapter-geocoder');
    return openLookupCache({ file: place, capacity, ...(clock && { clock }) });
  }
  if (store?.lookupCache) return ok({ ...NONE, cache: store.lookupCache(capacity) });
  const { openPostgres } = await import('@ops-admin/adapter-postgres');
  return await openPostgres({ url: place, ...config.postgres, clock, create: false }).map((opened) => ({
    cache: opened.lookupCache(capacity),
    close: () => opened.close(),
  }));
}
