import {
  AIRPORT_DIRECTORY,
  GEO_LOOKUP,
  LOGGER,
  LOOKUP_CACHE,
  METRICS,
  type Port,
  port,
} from '@ops-admin/core';
import { ContainerModule } from 'inversify';
import type { LookupCacheDatabase } from './cache/open-lookup-cache.js';
import { SqliteLookupCache } from './cache/sqlite-lookup-cache.js';
import { type GatewayOptions, openGateway } from './gateway/open-gateway.js';
import { GazetteerGeoLookup } from './gazetteer/gazetteer-geo-lookup.js';
import type { LiveReference } from './reference/live-reference.js';
import { SqliteAirportDirectory } from './sqlite-airport-directory.js';

/** The reference file in use, for whoever needs more than the ports. */
export const REFERENCE: Port<LiveReference> = port('ops-admin.geocoder.Reference');

/** What the module serves its ports from. */
export interface GeocoderModuleOptions {
  /** See `LiveReference.open`; it is closed with the container. */
  readonly reference: LiveReference;
  /** The address providers. */
  readonly gateway: GatewayOptions;
}

/**
 * Serves the airport directory and the address look-up. Wants a `LOGGER`, takes a `LOOKUP_CACHE` and `METRICS` where there
 * are any, and wants the default scope `Singleton`.
 */
export function geocoderModule({ reference, gateway }: GeocoderModuleOptions): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(REFERENCE)
      .toResolvedValue(() => reference)
      .onDeactivation((live) => {
        live.close();
      });
    bind(AIRPORT_DIRECTORY).toResolvedValue(
      (live) => {
        const airports = live.use((database) => new SqliteAirportDirectory(database));
        return { find: (code) => airports().find(code) };
      },
      [REFERENCE],
    );
    // The one way to take what may not be there.
    bind(GEO_LOOKUP).toDynamicValue((context) => {
      const towns = context.get(REFERENCE).use((database) => new GazetteerGeoLookup(database));
      return openGateway(gateway, {
        gazetteer: { lookup: (address) => towns().lookup(address) },
        log: context.get(LOGGER),
        cache: context.get(LOOKUP_CACHE, { optional: true }),
        metrics: context.get(METRICS, { optional: true }),
      });
    });
  });
}

/** What the module of the cache serves its port from. */
export interface LookupCacheModuleOptions {
  /** See `openLookupCache`; it is closed with the container. */
  readonly database: LookupCacheDatabase;
  /** Most answers that are kept. */
  readonly capacity: number;
}

/** Serves the cache of address look-ups in a file. */
export function lookupCacheModule({ database, capacity }: LookupCacheModuleOptions): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(LOOKUP_CACHE)
      .toResolvedValue(() => new SqliteLookupCache(database, { capacity }))
      .onDeactivation(() => {
        database.close();
      });
  });
}
