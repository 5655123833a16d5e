import type { Address, FoundLocation, GeoLookupError, ResultAsync } from '@ops-admin/core';
import type { Deadline } from './deadline.js';

export type { Address, FoundLocation, GeoLookupError };

/** A provider with its place in the order. */
export interface ChainedProvider {
  /** As the configuration names it: `nominatim:backup`. */
  readonly name: string;
  /** Whether asking it takes time. */
  readonly isRemote: boolean;
  lookup(address: Address, deadline: Deadline): ResultAsync<FoundLocation, GeoLookupError>;
}
