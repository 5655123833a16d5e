import { LOOKUP_CACHE } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { OpenedLookupCache } from './open-lookup-cache.js';

/** Serves the cache of address lookups (see `openLookupCache`), which is closed with the container. */
export function lookupCacheModule({ cache, close }: OpenedLookupCache): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(LOOKUP_CACHE)
      .toResolvedValue(() => cache)
      .onDeactivation(() => close());
  });
}
