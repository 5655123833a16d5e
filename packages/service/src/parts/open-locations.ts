import { ok } from '@ops-admin/core';
import { LOGGER, LOOKUP_CACHE, METRICS, type Port, port } from '@ops-admin/core/ports';
import type { ReferenceData } from '@ops-admin/reference-data';
import { referenceFileOf } from '../config/files.js';
import type { Bound, OpenedPart } from '../part.js';
import type { ServiceSettings } from '../settings.js';

/** Airports and towns: the token of `referenceDataModule`, which is only loaded if needed. */
export const REFERENCE: Port<ReferenceData> = port('ops-admin.ReferenceData');

/** Opens the airports and towns. */
export async function openReference(
  bound: Bound,
  { config, database }: ServiceSettings,
): Promise<OpenedPart> {
  const { openReferenceData } = await import('@ops-admin/reference-data');
  const { referenceDataModule } = await import('@ops-admin/reference-data/inversify');
  const settings = { renewed: referenceFileOf(config, database), log: bound.get(LOGGER) };
  return openReferenceData(settings).map((data) => [referenceDataModule(data)]);
}

/** Opens the gateway to the address providers; the gazetteer can be one of them. */
export async function openGateway(bound: Bound, { config }: ServiceSettings): Promise<OpenedPart> {
  const { openGateway } = await import('@ops-admin/adapter-geocoder');
  const { gatewayModule } = await import('@ops-admin/adapter-geocoder/inversify');
  const { geocoders, ...options } = config.gateway;
  const { gazetteer, regions } = bound.get(REFERENCE);
  const gateway = openGateway({
    ...options,
    geocoders: geocoders.map((one) => (one.kind === 'gazetteer' ? { ...one, lookup: gazetteer } : one)),
    log: bound.get(LOGGER),
    cache: bound.find(LOOKUP_CACHE),
    regions,
    metrics: bound.find(METRICS),
  });
  return ok([gatewayModule(gateway)]);
}
