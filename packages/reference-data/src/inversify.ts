// For programs with an Inversify container; the main entry needs none.
import { AIRPORT_DIRECTORY, type Port, port, REGION_NAMES, TOWN_DIRECTORY } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { ReferenceData } from './open-reference-data.js';

/** The reference data, for code that needs more than the ports. */
export const REFERENCE_DATA: Port<ReferenceData> = port('ops-admin.ReferenceData');

/**
 * Serves the airports, the towns whose names can be airports' codes and the names of regions from opened reference data (see
 * `openReferenceData`), which is closed with the container. Without it, {@link REFERENCE_DATA} must be bound. Requires the
 * default scope `Singleton`. The gazetteer is for the gateway before the address providers, or for your own binding of
 * `GEO_LOOKUP`.
 */
export function referenceDataModule(data?: ReferenceData): ContainerModule {
  return new ContainerModule(({ bind }) => {
    if (data) {
      bind(REFERENCE_DATA)
        .toResolvedValue(() => data)
        .onDeactivation((opened) => opened.close());
    }
    bind(AIRPORT_DIRECTORY).toResolvedValue(({ airports }) => airports, [REFERENCE_DATA]);
    bind(REGION_NAMES).toResolvedValue(({ regions }) => regions, [REFERENCE_DATA]);
    bind(TOWN_DIRECTORY).toResolvedValue(({ towns }) => towns, [REFERENCE_DATA]);
  });
}
