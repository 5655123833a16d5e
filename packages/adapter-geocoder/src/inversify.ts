// For programs with an Inversify container; the main entry needs none.
import { GEO_LOOKUP, LOOKUP_CACHE } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { OpenedLookupCache } from './cache/open-lookup-cache.js';
import type { Gateway } from './gateway/open-gateway.js';

/** Serves the address lookup (see `openGateway`). */
export function gatewayModule({ lookup }: Gateway): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(GEO_LOOKUP).toConstantValue(lookup);
  });
}

/** Serves the cache of address lookups (see `openLookupCache`), which is closed with the container. */
export function lookupCacheModule({ cache, close }: OpenedLookupCache): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(LOOKUP_CACHE)
      .toResolvedValue(() => cache)
      .onDeactivation(() => close());
  });
}
