import { AIRPORT_DIRECTORY, type Port, port } from '@ops-admin/core';
import { ContainerModule } from 'inversify';
import type { ReferenceData } from './open-reference-data.js';

/** The reference data, for anyone who needs more than the ports. */
export const REFERENCE_DATA: Port<ReferenceData> = port('ops-admin.ReferenceData');

/**
 * Serves the airport directory from opened reference data (see `openReferenceData`), which is closed with the container.
 * Requires the default scope `Singleton`. The gazetteer is for the gateway before the address providers, or for your own
 * binding of `GEO_LOOKUP`.
 */
export function referenceDataModule(data: ReferenceData): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(REFERENCE_DATA)
      .toResolvedValue(() => data)
      .onDeactivation((opened) => opened.close());
    bind(AIRPORT_DIRECTORY).toResolvedValue(({ airports }) => airports, [REFERENCE_DATA]);
  });
}
