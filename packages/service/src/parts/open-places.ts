import type { Logger, Metrics } from '@ops-admin/core';
import type { LocationOperationsPorts } from '@ops-admin/core/operations';
import type { ReferenceData } from '@ops-admin/reference-data';
import type { Config } from '../config/config.js';
import type { OpenCache } from './open-lookup-cache.js';

/** Makes the ports of lookups: airports, towns, and the gateway to the address providers; the gazetteer can be one of them. */
export async function openPlaces(
  { gateway }: Config,
  { airports, gazetteer, regions, towns }: ReferenceData,
  { cache }: OpenCache,
  log: Logger,
  metrics: Metrics | undefined,
): Promise<LocationOperationsPorts> {
  const { openGateway } = await import('@ops-admin/adapter-geocoder');
  const { geocoders, ...options } = gateway;
  const all = geocoders.map((one) => (one.kind === 'gazetteer' ? { ...one, lookup: gazetteer } : one));
  const { lookup } = openGateway({ ...options, geocoders: all, log, cache, regions, metrics });
  return { airports, geoLookup: lookup, towns };
}
