import { okAsync, type ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import type { ReferenceData, ReferenceDataInfo } from '@ops-admin/reference-data';

/** The sources of the data on airports and places, and its size. */
export interface Airports {
  info(): ResultAsync<ReferenceDataInfo, StoreUnavailable>;
}

export function airportsOf(reference: ReferenceData): Airports {
  return { info: () => okAsync(undefined).andThen(() => reference.info()) };
}
