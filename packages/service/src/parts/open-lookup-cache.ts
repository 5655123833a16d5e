import { existsSync } from 'node:fs';
import { type LookupCache, ok, type Result } from '@ops-admin/core';
import { LOGGER, LOOKUP_CACHE } from '@ops-admin/core/ports';
import type { ComposeError } from '../compose-error.js';
import { cacheFileOf } from '../config/files.js';
import { isPostgresUrl } from '../config/shown-place.js';
import { type Bound, bindValue, type OpenedPart } from '../part.js';
import type { ServiceSettings } from '../settings.js';
import { SHARED_STORE } from './open-store.js';

interface OpenCache {
  readonly cache: LookupCache;
  close(): void | Promise<void>;
}

/** Opens the lookup cache; lookups also work without it. */
export async function openLookupCache(bound: Bound, settings: ServiceSettings): Promise<OpenedPart> {
  const { config, keepsAddresses = true } = settings;
  const isKept = config.gateway.geocoders.some((one) => one.kind !== 'gazetteer' && one.keepSeconds > 0);
  if (!keepsAddresses || !isKept) return ok([]);
  const opened = await openCache(bound, settings);
  if (opened.isErr()) {
    const { message: reason } = opened.error;
    bound.get(LOGGER).warn({ reason }, 'addresses are looked up without a cache');
    return ok([]);
  }
  return ok([bindValue(LOOKUP_CACHE, opened.value.cache, () => opened.value.close())]);
}

/** Opens an existing cache to look at it, and never creates one. */
export async function openCacheThatIsThere(bound: Bound, settings: ServiceSettings): Promise<OpenedPart> {
  const file = cacheFileOf(settings.config, settings.database);
  if (!isPostgresUrl(file) && !existsSync(file)) return ok([]);
  const opened = await openCache(bound, settings);
  return opened.map(({ cache, close }) => [bindValue(LOOKUP_CACHE, cache, close)]);
}

type CacheUnusable = Extract<ComposeError, { readonly message: string }>;

/** In a file, or in PostgreSQL, where all instances share it. */
async function openCache(
  bound: Bound,
  { config, database }: ServiceSettings,
): Promise<Result<OpenCache, CacheUnusable>> {
  const { capacity } = config.geocodeCache;
  const place = cacheFileOf(config, database);
  if (!isPostgresUrl(place)) {
    const { openLookupCache } = await import('@ops-admin/adapter-geocoder');
    return openLookupCache({ file: place, capacity });
  }
  const shared = bound.find(SHARED_STORE);
  if (shared) return ok({ cache: shared.lookupCache(capacity), close: () => {} });
  const { openPostgres } = await import('@ops-admin/adapter-postgres');
  return await openPostgres({ url: place, ...config.postgres, create: false }).map((opened) => ({
    cache: opened.lookupCache(capacity),
    close: () => opened.close(),
  }));
}
