import { AIRPORT_DIRECTORY, GEO_LOOKUP, type GeoLookup, type Port, port } from '@ops-admin/core';
import { ContainerModule } from 'inversify';
import type { ReferenceDatabase } from './reference/open-reference.js';
import { SqliteAirportDirectory } from './sqlite-airport-directory.js';

/** The opened reference file, for whoever needs more than the ports. */
export const REFERENCE: Port<ReferenceDatabase> = port('ops-admin.geocoder.Reference');

/** What the module serves its ports from. */
export interface GeocoderModuleOptions {
  /** See `openReference`; it is closed with the container. */
  readonly reference: ReferenceDatabase;
  /** The address provider. */
  readonly geoLookup: GeoLookup;
}

/** Serves the airport directory and the address look-up. Wants the default scope `Singleton`. */
export function geocoderModule({ reference, geoLookup }: GeocoderModuleOptions): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(REFERENCE)
      .toResolvedValue(() => reference)
      .onDeactivation((opened) => {
        opened.close();
      });
    bind(AIRPORT_DIRECTORY).toResolvedValue((opened) => new SqliteAirportDirectory(opened), [REFERENCE]);
    bind(GEO_LOOKUP).toResolvedValue(() => geoLookup);
  });
}
