import type { OpenedPostgres } from '@ops-admin/adapter-postgres';
import { POSTGRES } from '@ops-admin/adapter-postgres/inversify';
import type { Logger, Metrics } from '@ops-admin/core';
import { GEO_LOOKUP, LOGGER, METRICS, type Port, port } from '@ops-admin/core/ports';
import type { ReferenceData } from '@ops-admin/reference-data';
import { REFERENCE_DATA, referenceDataModule } from '@ops-admin/reference-data/inversify';
import { ContainerModule } from 'inversify';
import type { Openings } from '../openings.js';
import { optional } from '../optional.js';
import type { ServiceSettings } from '../settings.js';
import { type OpenCache, openCacheThatIsThere, openLookupCache } from './open-lookup-cache.js';

/** The answers of address providers that lookups use. */
const USED_CACHE: Port<OpenCache> = port('ops-admin.service.UsedCache');

/** The same, to look at it. */
export const KEPT_ADDRESSES: Port<OpenCache> = port('ops-admin.service.KeptAddresses');

/** Airports and towns, and the gateway to the address providers; the gazetteer can be one of them. */
export function locationsModules(settings: ServiceSettings, openings: Openings): ContainerModule[] {
  const { config } = settings;
  const openReference = async () => {
    const { openReferenceData } = await import('@ops-admin/reference-data');
    return openReferenceData();
  };
  const openUsed = (log: Logger, shared: OpenedPostgres | undefined) =>
    openLookupCache(settings, log, shared);
  const openKept = (shared: OpenedPostgres | undefined) => openCacheThatIsThere(settings, shared);
  const lookup = async (
    { gazetteer, regions }: ReferenceData,
    { cache }: OpenCache,
    log: Logger,
    metrics: Metrics | undefined,
  ) => {
    const { openGateway } = await import('@ops-admin/adapter-geocoder');
    const { geocoders, ...options } = config.gateway;
    const all = geocoders.map((one) => (one.kind === 'gazetteer' ? { ...one, lookup: gazetteer } : one));
    return openGateway({ ...options, geocoders: all, log, cache, regions, metrics }).lookup;
  };

  const module = new ContainerModule(({ bind }) => {
    bind(REFERENCE_DATA)
      .toResolvedValue(openings.inTurn(REFERENCE_DATA, openReference))
      .onDeactivation((opened) => opened.close());
    bind(USED_CACHE)
      .toResolvedValue(openings.inTurn(USED_CACHE, openUsed), [LOGGER, optional(POSTGRES)])
      .onDeactivation(({ close }) => close());
    bind(KEPT_ADDRESSES)
      .toResolvedValue(openings.inTurn(KEPT_ADDRESSES, openKept), [optional(POSTGRES)])
      .onDeactivation(({ close }) => close());
    bind(GEO_LOOKUP).toResolvedValue(lookup, [REFERENCE_DATA, USED_CACHE, LOGGER, optional(METRICS)]);
  });
  return [referenceDataModule(), module];
}
