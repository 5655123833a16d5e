import type { GeoLookup } from '@ops-admin/core';
import type { ResultAsync } from 'neverthrow';
import type { Address, ChainedProvider, GeoLookupError, Location } from './chained-provider.js';

/** A provider in this process, which needs no care. */
export class LocalProvider implements ChainedProvider {
  readonly name: string;
  readonly isRemote = false;
  readonly #geoLookup: GeoLookup;

  constructor(name: string, geoLookup: GeoLookup) {
    this.name = name;
    this.#geoLookup = geoLookup;
  }

  lookup(address: Address): ResultAsync<Location, GeoLookupError> {
    return this.#geoLookup.lookup(address);
  }
}
